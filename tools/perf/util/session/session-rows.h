/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What pass 1 leaves of the records of a recording that can be read twice: rows, which are all that sorting and stitching
 * look at. session-rows.c makes them, session-stitch.c joins them. A sample's own row is a struct time_order_entry.
 */
#ifndef PERF_SESSION_ROWS_H
#define PERF_SESSION_ROWS_H

#include "util/session/raw-halves.h"
#include "util/session/session-internal.h"

/* A number of a half that is none: the record cannot be read in place, and lies at odd[n without this bit]. */
#define ODD_HALF	0x80000000U
#define MAX_RECORDS	(ODD_HALF - 1)

/* A deferred record, for as long as the session is there. */
struct deferred_row {
	uint64_t time;			/* ns */
	uint32_t half;			/* its number in session_stitch.halves, or ODD_HALF | ... */
	uint32_t pid;			/* -1: not recorded */
};

/* What it is found by, until the join is done. */
struct deferred_key {
	uint64_t cookie;
	uint32_t task;			/* index in session_stitch.tasks */
	bool empty;			/* of protocol C, without entries: taken only where no other has the key */
};

/* A sample that waits for its user half, until the join is done. */
struct waiting_row {
	uint64_t cookie;
	uint32_t sample;		/* its number, in the order of the file */
	uint32_t task;
	uint32_t evsel : 31, has_cookie : 1;
};

/* A thread that has records or waits for some. Its records are order[begin] .. order[end - 1]. */
struct stitch_task {
	uint32_t machine, tid;
	uint32_t nr;			/* records */
	uint32_t begin, end, at;	/* of the join; @at: where the record lay that was found last */
};

#define RECENT_TASKS	256

struct session_stitch {
	struct deferred_row *records;
	struct deferred_key *keys;	/* of the records, one each */
	size_t nr_records, cap_records;
	struct waiting_row *waiting;
	size_t nr_waiting, cap_waiting;
	struct stitch_task *tasks;
	size_t nr_tasks, cap_tasks;
	struct u64num task_numbers;	/* machine << 32 | tid -> index in tasks + 1 */
	uint32_t recent_tasks[RECENT_TASKS];	/* the same, in the place that the low bits of the tid say */
	struct raw_halves halves;
	uint64_t *odd;			/* positions of records that cannot be read in place */
	size_t nr_odd, cap_odd;
	uint32_t *order;		/* numbers of records, by task and then by key */
	uint64_t *used;			/* a bit for each record: it completes something */
	size_t nr_orphans;
};

#endif /* PERF_SESSION_ROWS_H */
