/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The screen while a recording is still read: how far that is, and the rows so far. A thread of its own draws it and waits for keys, so q
 * works whatever the reader does. The reader hands it texts, and nothing else is shared. What was typed meanwhile, and does not
 * mean to leave, comes to the screen that follows.
 */
#ifndef PERF_TUI_OPENING_H
#define PERF_TUI_OPENING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/output/table.h"

struct opening;
struct tui_key;

struct opening_opts {
	const char *input;		/* the name of the recording; borrowed */
	const struct tui_key *keys;	/* of the screen that follows; what leaves that leaves this, too */
	bool colors;
	bool is_open;			/* the screen, and it stays so */
};

/*
 * To be called by the main thread, if screen__is_possible(). The screen appears when the reading has taken a moment. Who leaves it ends
 * the process, with status 0 or by the signal. NULL: there can be no thread, and nothing has happened.
 */
struct opening *opening__start(const struct opening_opts *o);
/* The reader's: as session_ops.progress. Cheap. */
void opening__progress(struct opening *o, const char *what, uint64_t done, uint64_t total);
/* How many rows the screen has room for; 0: it is not there yet, or has some that are recent enough. */
size_t opening__wants_rows(struct opening *o);
/* Shows the only table of @ts, whose members the screen takes over; @ts is empty afterwards. */
void opening__set_rows(struct opening *o, struct tables *ts);
/* Ends it (NULL: does nothing). Returns true if the screen is open, for the calling thread now. */
bool opening__end(struct opening *o);

#endif /* PERF_TUI_OPENING_H */
