/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files share that know what unwind tables say: live-tables.c what is known and what is to be asked, live-questions.c the helper
 * process and the questions to it, live-giving.c the files that it gets.
 */
#ifndef PERF_LIVE_LIVE_TABLES_INTERNAL_H
#define PERF_LIVE_LIVE_TABLES_INTERNAL_H

#include <sys/types.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/monotonic.h"
#include "util/live/live-tables.h"
#include "util/live/row-pool.h"
#include "util/live/row-ranges.h"
#include "util/live/table-files.h"

#define OFFSET_BITS	44

U64_MAP(answer_map, uint64_t)

/* live_file.tables */
struct file_state {
	unsigned int run;		/* the helper process that has it: live_tables.run; 0: none */
	unsigned int answered;		/* the last one that has answered a question about it */
	bool suspect;			/* a helper has ended with it among the questions: it is only asked alone */
	bool refused;			/* it cannot be opened, or helpers did not survive it */
	uint32_t version;		/* of code in memory: which of its copies that process has */
	uint32_t tried_pid;		/* the process by which it could not be opened; 0: that is not the reason */
	int64_t again;			/* refused: ns, when it may be tried again; 0: never, or by another process */
	unsigned int died;		/* how often the process that opens files has died over it */
};

struct live_tables {
	int socket;			/* -1: there is no helper any more */
	pid_t pid;
	unsigned int run;		/* counts helper processes from 1 */
	struct answer_map answers;	/* by file and offset */
	struct row_pool rows;
	struct row_ranges ranges;	/* where each of these holds, by file and offset */
	uint64_t serial;
	struct table_files *files;	/* opens them */
	bool alone;			/* what is being opened is suspected: nothing else is given meanwhile */
	/* Too large for the stack. */
	struct table_request request, opening;
	unsigned char received[TABLE_WIRE_MAX];
	live_more_fn more;		/* live_tables__guess_more() */
	void *more_ctx;
	/* Questions that are to be put. */
	struct {
		struct live_place_in_file *places;
		size_t nr, cap;
	} wanted;
	/* Those that were put, and have no answers yet; nr 0: there are none. */
	struct {
		struct live_place_in_file places[TABLE_PLACES_MAX];
		size_t nr;
		int64_t since;		/* ns */
		uint64_t cpu;		/* what the process had used of the CPU by then, ns */
	} pending;
	struct live_tables_stats stats;
};

static inline struct file_state *live_file__state(struct live_file *file)
{
	if (!file->tables)
		file->tables = xzalloc(sizeof(struct file_state));
	return file->tables;
}

/* May the helper process be asked about @file now? */
static inline bool live_tables__can_ask(const struct live_tables *t, const struct live_file *file)
{
	const struct file_state *state = file->tables;

	if (t->socket < 0 || !state || !state->refused)
		return t->socket >= 0;
	/* Another process may have it mapped since, by which it can be opened. */
	return state->again ? monotonic__ns() >= state->again : state->tried_pid && state->tried_pid != file->pid;
}

/* Where what is known of @p is found in t->answers and t->ranges. */
static inline uint64_t live_place__key(const struct live_place_in_file *p)
{
	return (uint64_t)p->file->nr << OFFSET_BITS | p->offset;
}

/* live-tables.c: @p is to be asked; or will never have an answer; or has this one. */
void live_tables__want(struct live_tables *t, const struct live_place_in_file *p);
void live_tables__give_up(struct live_tables *t, const struct live_place_in_file *p);
void live_tables__note(struct live_tables *t, const struct live_place_in_file *p, const struct table_answer *a);

/* live-questions.c: starts the helper process, and returns 0 or negative errno; ends it, if there is one. */
int live_questions__start(struct live_tables *t);
void live_questions__stop(struct live_tables *t);
/* Sends @r with @fd, or without one (-1). False: the process has ended. */
bool live_questions__send(const struct live_tables *t, const struct table_request *r, int fd);
/* It has ended without a question: it may be because of any file that it was given, and was not asked about. */
void live_questions__end_unasked(struct live_tables *t);

enum live_given {
	GIVEN,
	GIVING,				/* it is being opened, or will be */
	REFUSED,			/* it cannot be opened */
	NOBODY_THERE,			/* the helper process has ended */
};

/* live-giving.c: the helper process gets @file, now or later. */
enum live_given live_giving__give(struct live_tables *t, struct live_file *file);
/*
 * Takes the files that have been opened, and waits for the others: for each up to @ms, and longer while it is not the file system that lets
 * wait. Who has mapped a file may be gone a moment later, and the file with it. False: none was.
 */
bool live_giving__take(struct live_tables *t, int ms);
/* @file cannot be opened by the process @pid, by which it was tried: @err. */
void live_giving__refuse(struct live_file *file, uint32_t pid, int err);

#endif /* PERF_LIVE_LIVE_TABLES_INTERNAL_H */
