/* SPDX-License-Identifier: GPL-2.0-only */
/* Commands that have a screen: what is there while their recording is still read. */
#ifndef PERF_BUILTIN_OPENING_H
#define PERF_BUILTIN_OPENING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct hists;
struct opening;
struct session;
struct tables;
struct tui_key;

/* Zero-initialised: there is no screen, and the functions do nothing. It must not be moved while there is one. */
struct screen_opening {
	struct opening *thread;
	bool on;			/* messages are held */
	bool inside;			/* the screen is somebody else's, who holds the messages */
	bool open;			/* the screen is, and nobody draws on it */
	struct strbuf messages;
};

struct screen_opening_opts {
	const char *input;		/* the name of the recording, or what is done, for the title; borrowed */
	const struct tui_key *keys;	/* of the screen that follows: those that leave it do so already */
	bool inside;			/* a screen is open, and stays so, for somebody who holds the messages */
};

/* There may be a screen from now on, if the reading takes a moment; what is to be said waits until it is gone. */
void screen_opening__start(struct screen_opening *o, const struct screen_opening_opts *opts);
/* Messages wait from now on, whether there is a screen yet or not, and again after somebody else has held them. */
void screen_opening__hold(struct screen_opening *o);
/* As session_ops.progress; false: there is no such screen. */
bool screen_opening__progress(struct screen_opening *o, const char *what, uint64_t done, uint64_t total);
/* How many rows it has room for; 0: none are wanted now. And shows them: the only table of @ts, which is empty afterwards. */
size_t screen_opening__wants_rows(const struct screen_opening *o);
void screen_opening__set_rows(struct screen_opening *o, struct tables *ts);
/* Shows those of @hists if they are wanted and can be looked at now: @s, which counts them, is between two samples. @hists: NULL: no. */
void screen_opening__show_counted(struct screen_opening *o, struct session *s, struct hists *hists);
/* All is read. Returns whether the screen is open, for whoever draws now and closes it, or calls screen_opening__leave(). */
bool screen_opening__end(struct screen_opening *o);
/* There is no screen any more, or was none: gives the terminal back if that is still to be done, and says what was held. */
void screen_opening__leave(struct screen_opening *o);

#endif /* PERF_BUILTIN_OPENING_H */
