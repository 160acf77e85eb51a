/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What unwind tables say of the addresses that come up in a recording, asked of the helper process (table-process.h) once each.
 *
 * The recorder has rings to empty and cannot wait: what is not known yet is LIVE_LATER, and becomes a question. Questions are
 * collected, since each exchange with the helper wakes it and is waited for: there are as many exchanges as stacks are deep in code
 * that is new, and not as many as there are such stacks.
 */
#ifndef PERF_LIVE_LIVE_TABLES_H
#define PERF_LIVE_LIVE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/live/live-spaces.h"
#include "util/live/table-wire.h"

struct live_tables;

/* Returns NULL if there can be no helper process; *@ret_err is the negative errno then. */
struct live_tables *live_tables__new(int *ret_err);
void live_tables__delete(struct live_tables *t);

enum live_found {
	LIVE_FOUND,
	LIVE_NONE,			/* the file has no such address, cannot be read, or is refused */
	LIVE_LATER,			/* not known yet */
};

struct live_place_in_file {
	struct live_file *file;
	uint64_t offset;		/* bytes from its beginning */
	bool guessed;			/* nobody has asked for it yet */
};

/* What the tables and the code say of one address: table_answer, with rows that are valid until live_tables__tidy(). */
struct live_answer {
	const struct unwind_row *row;
	const struct unwind_row *before;	/* if it is a return address; else NULL: the byte before it has to be asked for */
	bool is_return, is_leaving, is_entry, is_begin, is_first, is_task;
};

/*
 * What holds at @offset, bytes from the beginning of @file. *@ret is set if it was found. LIVE_LATER: the question is noted for
 * live_tables__exchange().
 */
enum live_found live_tables__find(struct live_tables *t, struct live_file *file, uint64_t offset, struct live_answer *ret);
/* The same, but only the row is asked for: often it is known from another address. It is valid until live_tables__tidy(). */
enum live_found live_tables__row(struct live_tables *t, struct live_file *file, uint64_t offset, const struct unwind_row **ret);
/* Was @file found to be one that cannot be opened, or is no program or library? */
bool live_tables__lacks(const struct live_tables *t, const struct live_file *file);
/* Is the question about @place noted or put, but not answered yet? */
bool live_tables__awaits(const struct live_tables *t, const struct live_place_in_file *place);
/*
 * Puts questions that were noted, if none are on their way, and waits up to @ms for answers. True: more is known than before, if
 * only that there will be no answer, so it is worth looking again. False: nothing came in time, or nothing was asked.
 */
bool live_tables__exchange(struct live_tables *t, int ms);

/*
 * Where a question is noted, others that are likely to come next may be noted with it. @more writes up to @max such places to @ret
 * and returns their number. Only return addresses that a table knows are looked up. NULL: there are none.
 */
typedef size_t (*live_more_fn)(void *ctx, struct live_place_in_file *ret, size_t max);
void live_tables__guess_more(struct live_tables *t, live_more_fn more, void *ctx);
/* To be called now and then, where no answer is in use: forgets the answers if they take too much memory, and none is awaited. */
void live_tables__tidy(struct live_tables *t);

/* For the one who reads the last lines. */
struct live_tables_stats {
	uint64_t asked;			/* questions to the helper process */
	uint64_t waited_ns;		/* for its answers */
	unsigned int restarts;		/* how often it has ended, or was ended because it took too long */
	bool gone;			/* there is none any more */
	const char *refused;		/* the first file that was the reason; NULL: none was for certain. Borrowed */
};

void live_tables__stats(const struct live_tables *t, struct live_tables_stats *ret);

#endif /* PERF_LIVE_LIVE_TABLES_H */
