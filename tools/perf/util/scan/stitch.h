/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What pass 1 leaves of the records of a recording that can be read twice: rows, which are all that sorting and stitching
 * look at. usual-take.c makes them, join.c joins them. A sample's own row is a struct time_order_entry.
 */
#ifndef PERF_SCAN_STITCH_H
#define PERF_SCAN_STITCH_H

#include "util/scan/raw-halves.h"
#include "util/scan/sample-kinds.h"
#include "util/scan/scan.h"

HASH_SET_TYPE(task_numbers, uint32_t)

#define MAX_RECORDS	((1U << 29) - 1)	/* that are kept at a time: struct deferred_row */

/* A deferred record that samples may still wait for. */
struct deferred_row {
	uint64_t cookie;
	uint64_t time;			/* ns */
	uint32_t task;			/* index in stitch.tasks */
	uint32_t half;			/* its number in stitch.halves, or ODD_HALF | ... */
	uint32_t pid;			/* -1: not recorded */
	/*
	 * how far in front of it its task's row before it is (there is none if that is in front of all), and RECORD_*
	 */
	uint32_t link;
};

#define RECORD_BEFORE	0x1fffffffU	/* the bits of that distance */
#define RECORD_EMPTY	0x20000000U	/* perf_stitch__is_empty() */
#define RECORD_USED	0x40000000U	/* it completes something */
#define RECORD_AT_ONCE	0x80000000U	/* ... and that was found when the record was read */

static inline uint32_t deferred_row__before(const struct deferred_row *r)
{
	return r->link & RECORD_BEFORE;
}

static inline bool deferred_row__is_empty(const struct deferred_row *r)
{
	return r->link & RECORD_EMPTY;
}

/* What the rule wants to know of it. */
static inline struct perf_stitch_candidate deferred_row__candidate(const struct deferred_row *r)
{
	return (struct perf_stitch_candidate){ .time = r->time, .empty = deferred_row__is_empty(r) };
}

/* A sample that waits for its user half, and is not the last one of its task that does. */
struct waiting_row {
	uint64_t cookie;
	uint32_t sample;		/* its number, in the order of the file */
	uint32_t task;
	uint32_t pid;
	uint32_t evsel;			/* its index, and WAITING_* */
	uint32_t before;		/* index + 1 of its task's row before it, or of the next free one; 0: there is none */
};

#define WAITING_EVSEL	0x1fffffffU
#define WAITING_COOKIE	0x20000000U	/* its chain ends with a cookie */
#define WAITING_AT_ONCE	0x40000000U	/* its record may complete it when it is read, ... */
#define WAITING_DONE	0x80000000U	/* ... and has done so: the row is free */

static inline enum perf_stitch_ending waiting_row__ending(const struct waiting_row *w)
{
	return w->evsel & WAITING_COOKIE ? PERF_STITCH_ENDS_COOKIE : PERF_STITCH_ENDS_MARKER;
}

static inline enum perf_stitch_which waiting_row__which(const struct waiting_row *w)
{
	return perf_stitch__which(waiting_row__ending(w));
}

/*
 * A thread that has deferred records, or samples that wait for some, on one CPU: the CPU that made their cookies, which become larger
 * and larger.
 */
struct stitch_task {
	uint32_t machine, tid, cpu;
	/*
	 * The sample that waits and came last, as in struct waiting_row. TASK_WAITS: it is there. The number of the
	 * stretch that is read (see stitch.stretch): none waits here. Any other: this stretch has nothing of the task
	 * yet.
	 */
	uint32_t slot;
	uint64_t cookie;
	uint32_t sample, pid, evsel;
	uint32_t waits;			/* index + 1 of the last row in stitch.waiting; 0: there is none */
	uint32_t newest;		/* the same in stitch.records */
	uint32_t first;			/* of a region: that of the first one of the stretch */
	uint32_t begin, end, at;	/* of the join: its records are order[begin] to order[end - 1]; @at: the one that was found last */
	bool disorder;			/* the cookies do not always become larger */
	bool wanted;			/* of the join: its records are looked for */
	uint64_t last;			/* the largest cookie so far; of a region: UINT64_MAX until the stretch has a record of it */
	uint64_t floor;			/* smaller cookies than this are done: no further record or sample should have one */
	uint64_t next_floor;		/* what @floor is after the next join: the records of now are done then */
	uint64_t returned;		/* ns: the latest time of its records */
};

#define TASK_WAITS	0U
#define TASK_NEW	UINT32_MAX

/* What a stretch of a region has of a task: numbers of rows + 1, 0 if it has no record. */
struct stretch_task {
	uint32_t task, first, newest;
	uint64_t last, returned;	/* as in struct stitch_task */
	bool disorder;
};

/* A sample's kind, and how many ns after it the record of its half was made. */
struct lagging_half {
	uint32_t kind, lag;
};

/* The same for any time, and for records of another process. */
struct joined_half {
	uint64_t time;			/* ns, of the record */
	uint32_t kind, pid;
};

#define RECENT_TASKS	256

struct recent_task {
	uint64_t thread;		/* tid, and in the upper half the CPU */
	uint32_t machine;
	uint32_t number;		/* its index in stitch.tasks */
};

struct stitch {
	struct deferred_row *records;
	size_t nr_records, cap_records;
	size_t old_records;		/* so many of them were there at the join before */
	struct waiting_row *waiting;
	size_t nr_waiting, cap_waiting;	/* free ones among them */
	uint32_t free_waiting;		/* index + 1 of the first that is free; 0: there is none */
	struct stitch_task *tasks;
	size_t nr_tasks, cap_tasks;
	/*
	 * Stretches of a region are taken by themselves, or not at all (regions.h): so what is known of tasks begins anew with each. The
	 * number of the one that is read, 1 or more; and the tasks that stretches have something of. Where there are none it stays 1.
	 */
	uint32_t stretch;
	bool of_region;
	struct stretch_task *seen;
	size_t nr_seen, cap_seen;
	struct task_numbers task_numbers;	/* -> index in tasks + 1 */
	/* The same, in the place that the low bits of the tid say; where there is none yet, these bits are another's. */
	struct recent_task recent_tasks[RECENT_TASKS];
	struct raw_halves halves;
	struct sample_kinds kinds;
	uint64_t *odd;			/* positions of records that cannot be read in place */
	size_t nr_odd, cap_odd;
	struct joined_half *joined;
	size_t nr_joined, cap_joined;
	struct lagging_half *lagging;
	size_t nr_lagging, cap_lagging;
	uint32_t *order;		/* numbers of records, by task and then by key */
	size_t nr_orphans;		/* samples that miss their record */
	uint64_t nr_unused;		/* records that complete none, of all that came */
	size_t join_at;			/* how many rows there are, of both kinds, when they are joined; samples in slots are not counted */
	bool big;			/* the recording is big-endian: see perf_stitch_cookie__cpu() */
	bool at_once;			/* records may complete samples when they are read */
	bool disorder;			/* there are tasks with it */
	bool late;			/* a row came whose cookie was done, or one that should have been taken before another */
};

/* The number of the sample's kind. */
static inline uint32_t kind_number(const struct stitch *st, uint32_t what)
{
	if (what < JOINED_HALF)
		return what >> NEAR_BITS;
	if (what >= FAR_KIND)
		return what - FAR_KIND;
	return what >= LAGGING_HALF ? st->lagging[what - LAGGING_HALF].kind : st->joined[what - JOINED_HALF].kind;
}

static inline struct sample_kind kind_of(const struct stitch *st, uint32_t what)
{
	return sample_kinds__get(&st->kinds, kind_number(st, what));
}

/* Is the record that completes the sample of @what, at @time (ns), not older than that? Only of an earlier one is the time kept. */
static inline bool is_later(const struct stitch *st, uint32_t what, uint64_t time)
{
	return what < JOINED_HALF || what >= LAGGING_HALF || perf_stitch__is_behind(time, st->joined[what - JOINED_HALF].time);
}

void stitch__grow_lagging(struct stitch *st);
/* The time_order_entry.what of a sample of kind @kind whose user half was made @lag ns after it. */
static inline uint32_t stitch__lagging(struct stitch *st, uint32_t kind, uint32_t lag)
{
	if (st->nr_lagging == st->cap_lagging)
		stitch__grow_lagging(st);
	st->lagging[st->nr_lagging] = (struct lagging_half){ .kind = kind, .lag = lag };
	return LAGGING_HALF + (uint32_t)st->nr_lagging++;
}

struct stitch *stitch__new(bool big, bool at_once);
void stitch__empty(struct stitch *st);		/* forgets everything, but keeps the memory of rows */
void stitch__delete(struct stitch *st);		/* NULL is fine */
/* How much there is to be joined: a record whose sample was completed at once counts as two rows, as if both were there. */
static inline size_t stitch__rows(const struct stitch *st)
{
	return st->nr_records + (st->nr_waiting > st->nr_records ? st->nr_waiting : st->nr_records);
}

#endif /* PERF_SCAN_STITCH_H */
