/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What pass 1 leaves of the records of a recording that can be read twice: rows, which are all that sorting and stitching
 * look at. session-rows.c makes them, session-stitch.c joins them. A sample's own row is a struct time_order_entry.
 */
#ifndef PERF_SESSION_ROWS_H
#define PERF_SESSION_ROWS_H

#include "util/event/sample-layout.h"
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

/*
 * Where rows of records that look as usual go, and what is counted on the way: the session's own arrays, or those of a region
 * (session-regions.c).
 */
struct row_sink {
	struct time_order *samples;
	struct session_stitch *stitch;	/* NULL: nothing is stitched */
	uint64_t newest, time_before;	/* ns, as in struct session */
	uint64_t cookie_endings, marker_endings, records_without_tid;
	uint64_t nr_samples, nr_deferred, deferred_bytes;
};

/* The events that such records are of, as one thread looks at them. */
struct usual {
	struct sample_decoder *dec;
	const struct evsel *first;
	const struct sample_layout *layouts;
	unsigned int id_at;		/* of samples, in the record; 0: there is but one event, and no id is needed */
	bool trailer_id;		/* other records end in the id */
	bool order;			/* rows are wanted */
	bool known;			/* how deferred records look */
	enum deferred_protocol protocol;
};

/*
 * Prepares @u for the events of @s. @dec is initialised for them; @prepared: sample_decoder__prepare() was called. False: there
 * are no events.
 */
bool usual__init(struct usual *u, const struct session *s, struct sample_decoder *dec, bool known, bool prepared);
/*
 * Takes the records at @p, aligned to 8 bytes, the first at position @pos: those that begin in the first @until of @left bytes,
 * up to the first one that does not look as usual. Returns how many bytes that is; *@ret_err: 0 or -ENOMEM.
 */
uint64_t usual__take(const struct usual *u, struct row_sink *k, const unsigned char *p, uint64_t left, uint64_t until, uint64_t pos,
		     int *ret_err);
/* Adds what was counted in @k to @s, whose arrays have the rows. @bytes: of the records. */
void session__count_rows(struct session *s, const struct row_sink *k, uint64_t bytes);
/* Room for one more record in st->records and st->keys. */
void stitch__grow_records(struct session_stitch *st);

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

/* The number of a thread, which is added if it is new; that it waits or has records is not noted. */
uint32_t stitch__task(struct session_stitch *st, uint32_t machine, uint32_t tid);

#endif /* PERF_SESSION_ROWS_H */
