/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What pass 1 leaves of the records of a recording that can be read twice: rows, which are all that sorting and stitching
 * look at. usual-take.c makes them, join.c joins them. A sample's own row is a struct time_order_entry.
 */
#ifndef PERF_SCAN_STITCH_H
#define PERF_SCAN_STITCH_H

#include "util/event/sample-layout.h"
#include "util/scan/raw-halves.h"
#include "util/scan/sample-kinds.h"
#include "util/scan/scan.h"

HASH_SET_TYPE(task_numbers, uint32_t)

/* A number of a half that is none: the record cannot be read in place, and lies at odd[n without this bit]. */
#define ODD_HALF	0x80000000U
#define MAX_RECORDS	((1U << 29) - 1)	/* that are kept at a time: struct deferred_row */

/* A deferred record that samples may still wait for. */
struct deferred_row {
	uint64_t cookie;
	uint64_t time;			/* ns */
	uint32_t task;			/* index in stitch.tasks */
	uint32_t half;			/* its number in stitch.halves, or ODD_HALF | ... */
	uint32_t pid;			/* -1: not recorded */
	uint32_t link;			/* how far in front of it its task's row before it is (there is none if that is in front of all), and RECORD_* */
};

#define RECORD_BEFORE	0x1fffffffU	/* the bits of that distance */
#define RECORD_EMPTY	0x20000000U	/* of protocol C, without entries: the unwind failed */
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

/*
 * A thread that has deferred records, or samples that wait for some, on one CPU: the CPU that made their cookies, which become larger
 * and larger.
 */
struct stitch_task {
	uint32_t machine, tid, cpu;
	/*
	 * The sample that waits and came last, as in struct waiting_row. TASK_WAITS: it is there. The number of the stretch that is read (see
	 * stitch.stretch): none waits here. Any other: this stretch has nothing of the task yet.
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

/*
 * Values of time_order_entry.what. The smallest ones are of samples with the record of their half not far behind them, or without one:
 * the number of the sample's kind, and in the lowest bits how far the record's beginning is behind the sample's, in 8 bytes; when it
 * was made is read there. 0: there is none.
 */
#define NEAR_BITS	13
#define NEAR_MOST	((1U << NEAR_BITS) - 1)
#define JOINED_HALF	0x40000000U	/* from here on: an index in stitch.joined */
#define LAGGING_HALF	0x80000000U	/* from here on: an index in stitch.lagging */
#define FAR_KIND	0xc0000000U	/* from here on: the kind of a sample without a record, if that is a large number */

/* Values of sample_kind.user: 0; the number of a half in stitch.halves, or with ODD_HALF that of a record; and: */
#define NOT_WAITING	0
#define NO_HALF		0xffffff00U	/* from here on: from the end downwards, why there is none */

/*
 * Receives the rows of records that look as usual, and counts them: for the scan's own arrays, or for those of a region
 * (regions.c).
 */
struct row_sink {
	struct time_order *samples;
	struct stitch *stitch;	/* NULL: nothing is stitched */
	uint64_t newest, time_before;	/* ns, as in struct scan; the first only where it is asked for */
	uint64_t cookie_endings, marker_endings;
	uint64_t nr_samples, nr_deferred, deferred_bytes;
	uint64_t id;			/* of the event that was found last, ... */
	const struct usual_event *event;	/* ... and what it is */
	uint32_t machine;		/* ... and of which machine */
};

#define NO_PART	UINT64_MAX

/* What samples of an event have in common in rows. */
struct usual_event {
	struct sample_layout layout;
	uint32_t in_row;		/* time_order_entry.tid_event without the tid, of one that has room there */
	uint64_t part_head;		/* sample_part__head(), as far as it is known; NO_PART: each is looked at for itself */
	uint64_t period;		/* of samples that do not tell theirs */
	unsigned int half_least;	/* sample_layout__half_least() */
	bool same_id;			/* usual.trailer_id, and it is the id of the sample_id as well */
	uint32_t waits, waits_plain;	/* waiting_row.evsel of those whose chains end with a cookie; with the marker alone */
};

/* How such records look, as one thread reads them. */
struct usual {
	struct sample_decoder *dec;
	struct evsel *first;		/* the first event; NULL: no record looks as usual */
	struct usual_event *events, *first_event;	/* the scan's, by their index */
	unsigned int id_at;		/* where the id is in a sample, bytes; 0: all are of the first event, so that no id is needed */
	unsigned int least;		/* bytes that must be there, so that it can be read, and the header of what follows */
	unsigned int least_sample;	/* bytes of the smallest sample of any event */
	bool near;			/* scan__near_time() finds the time of a record */
	bool trailer_id;		/* other records end in the id ... */
	bool trailers_differ;		/* ... by which it is known how they end */
	bool order;			/* rows are wanted */
	bool rounds;			/* the latest time so far is asked for, as in scan_opts */
	bool known;			/* the protocol of deferred records is known, ... */
	enum deferred_protocol protocol;
	uint64_t cookies;		/* all bits, if these have cookies; else none */
	unsigned int half_at;		/* ... and so it is where their entries begin, bytes; if not, that is behind all of them */
};

/* Makes sc->usual, if it is not there; to be called when the events are known, before the first of the functions below. */
void scan__begin_usual(struct scan *sc);
void scan__exit_usual(struct scan *sc);
/* The same for another thread, with a decoder of its own, which is prepared. Only if there is a first event. */
struct usual usual__of_thread(const struct usual *of, struct sample_decoder *dec);
/*
 * Takes the records at @p, aligned to 8 bytes, the first at position @pos: those that begin in the first @until of @left bytes,
 * up to the first one that does not look as usual. Returns how many bytes that is; *@ret_err: 0 or -ENOMEM.
 */
uint64_t usual__take(const struct usual *u, struct row_sink *k, const unsigned char *p, uint64_t left, uint64_t until, uint64_t pos,
		     int *ret_err);
/*
 * The same, with what the scan knows, for its own arrays: the first at position @pos, those in the first @left bytes. *@ret_taken is their size.
 * 0 or -ENOMEM.
 */
int scan__take_usual(struct scan *sc, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken);
/* Adds the counts of @k to @sc, whose arrays have the rows. @bytes: the size of the records. */
void scan__count_rows(struct scan *sc, const struct row_sink *k, uint64_t bytes);

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
	unsigned int cpu_shift;		/* where the CPU is in cookies: bits */
	bool at_once;			/* records may complete samples when they are read */
	bool disorder;			/* there are tasks with it */
	bool late;			/* a row came whose cookie was done, or one that should have been taken before another */
};

/* Its record lies not far behind the sample. */
static inline bool is_near(uint32_t what)
{
	return what < JOINED_HALF && what & NEAR_MOST;
}

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

/* As sample_kind.user says it: is there a record with a half? */
static inline bool has_half(uint32_t user)
{
	return user != NOT_WAITING && user < NO_HALF;
}

/* When the deferred record at @p was made, in ns, which has @left bytes. @otherwise: what is returned if it is none, since the file has changed. */
static inline uint64_t scan__record_time(const struct scan *sc, const unsigned char *p, uint64_t left, uint64_t otherwise)
{
	struct perf_event_header h;
	uint64_t time;

	if (left < sizeof(h))
		return otherwise;
	memcpy(&h, p, sizeof(h));
	if (h.size < sc->near_at || h.size > left)
		return otherwise;
	memcpy(&time, p + h.size - sc->near_at, sizeof(time));
	return time;
}

/* The same for the record of which @what tells, a near one. The sample is at @p, with @left bytes. */
static inline uint64_t scan__near_time(const struct scan *sc, uint32_t what, const unsigned char *p, uint64_t left, uint64_t otherwise)
{
	const unsigned int at = 8 * (what & NEAR_MOST);

	return left < at ? otherwise : scan__record_time(sc, p + at, left - at, otherwise);
}

/* Is the record that completes the sample of @what, at @time (ns), not older than that? Only of an earlier one is the time kept. */
static inline bool is_later(const struct stitch *st, uint32_t what, uint64_t time)
{
	return what < JOINED_HALF || what >= LAGGING_HALF || st->joined[what - JOINED_HALF].time >= time;
}

/* The record that completes a sample. */
struct half_record {
	uint64_t time;			/* ns */
	uint32_t pid;
};

/* That of @row, which has one; @pid: of the sample, which is at @p, with @left bytes. */
static inline struct half_record scan__half_record(const struct scan *sc, const struct time_order_entry *row, uint32_t pid,
						      const unsigned char *p, uint64_t left)
{
	const struct stitch *st = sc->stitch;
	struct half_record ret = { .pid = pid };

	if (row->what >= LAGGING_HALF) {
		ret.time = row->time + st->lagging[row->what - LAGGING_HALF].lag;
	} else if (row->what >= JOINED_HALF) {
		ret.time = st->joined[row->what - JOINED_HALF].time;
		ret.pid = st->joined[row->what - JOINED_HALF].pid;
	} else {
		ret.time = scan__near_time(sc, row->what, p, left, row->time);
	}
	return ret;
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

/* The same for one whose record lies @distance * 8 bytes behind the sample, if that is near; else 0. */
static inline uint32_t near_what(uint32_t kind, uint64_t distance)
{
	return kind < JOINED_HALF >> NEAR_BITS && distance && distance <= NEAR_MOST ? kind << NEAR_BITS | (uint32_t)distance : 0;
}

/* The same for one without a record. */
static inline uint32_t alone_what(uint32_t kind)
{
	return kind < JOINED_HALF >> NEAR_BITS ? kind << NEAR_BITS : FAR_KIND + kind;
}

/* NULL: the event is not known. */
static inline const struct evlist_id *usual__known_id(struct sample_decoder *dec, uint64_t id)
{
	const struct sample_known_id *known = &dec->known[id % ARRAY_SIZE(dec->known)];

	return known->entry && known->id == id && known->entry->evsel ? known->entry : sample_decoder__find_id(dec, id);
}

/*
 * The event of the record at @p, with @left bytes, if that is a sample which looks as usual. NULL: it does not. Then @dec, the caller's
 * own, has its layout; but of the record only its header is known to lie there.
 */
static inline struct evsel *scan__event_at(const struct scan *sc, struct sample_decoder *dec, const unsigned char *p, uint64_t left)
{
	struct evsel *evsel = sc->usual ? sc->usual->first : NULL;
	const struct evlist_id *id;

	if (!evsel || left < sc->usual->id_at + sizeof(uint64_t) || (uintptr_t)p & 7)
		return NULL;
	if (sc->usual->id_at) {
		id = usual__known_id(dec, sample_layout__word(p + sc->usual->id_at));
		if (!id)
			return NULL;
		evsel = id->evsel;
	}
	/* Events that were added since then have no records. */
	return (size_t)evsel->idx < dec->nr_layouts ? evsel : NULL;
}

/* The same with the reader's own decoder. */
static inline struct evsel *scan__usual_event(const struct scan *sc, const unsigned char *p, uint64_t left)
{
	return scan__event_at(sc, &sc->reader->dec, p, left);
}

struct stitch *stitch__new(unsigned int cpu_shift, bool at_once);
void stitch__empty(struct stitch *st);		/* forgets everything, but keeps the memory of rows */
void stitch__delete(struct stitch *st);		/* NULL is fine */
/* How much there is to be joined: a record whose sample was completed at once counts as two rows, as if both were there. */
static inline size_t stitch__rows(const struct stitch *st)
{
	return st->nr_records + (st->nr_waiting > st->nr_records ? st->nr_waiting : st->nr_records);
}

#endif /* PERF_SCAN_STITCH_H */
