/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row for each record that will be visited in time order: what later passes need to know of it without reading it.
 *
 * There are as many rows as records, so a row takes only 16 bytes. What does not fit into so few bits is either kept beside the
 * rows (a position) or not kept at all (a tid, an event); in the latter case, the record has to be read.
 */
#ifndef PERF_SCAN_TIME_ORDER_H
#define PERF_SCAN_TIME_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/alloc.h"

struct workers;

struct time_order_entry {
	uint64_t time;			/* ns */
	uint32_t place;			/* of the record: see time_order__pos() */
	/* Of samples: what they are. */
	union {
		uint32_t what;		/* if they are stitched: their kind, and where their user half's record is; see NEAR_BITS */
		uint32_t tid_event;	/* if not: see time_order__task() */
	};
};

struct time_order {
	struct time_order_entry *entries;
	size_t nr, cap;
	uint64_t *far;			/* positions that are no multiple of 8, or are too large for a row */
	size_t nr_far, cap_far;
};

#define TIME_ORDER_FAR		0x80000000U	/* the rest of @place is an index in @far */
#define TIME_ORDER_TID_BITS	22
#define TIME_ORDER_NO_TID	0x3fffffU	/* -1: not recorded */
#define TIME_ORDER_ODD_TID	0x3ffffeU	/* this one, or a larger one: it has to be read */
#define TIME_ORDER_MAX_EVENT	0x3ffU

uint32_t time_order__add_far(struct time_order *o, uint64_t pos);

/* Returns the tid_event of a row for a sample; both may have any value. The event is only kept if the tid is. */
static inline uint32_t time_order__task(uint32_t tid, unsigned int event)
{
	if (tid >= TIME_ORDER_ODD_TID) {
		event = tid == (uint32_t)-1 ? event : 0;
		tid = tid == (uint32_t)-1 ? TIME_ORDER_NO_TID : TIME_ORDER_ODD_TID;
	}
	return tid | (event > TIME_ORDER_MAX_EVENT ? 0 : event) << TIME_ORDER_TID_BITS;
}

/* Returns the index of the event + 1, for samples that look as usual (usual-take.c) and are not stitched; else 0. */
static inline unsigned int time_order_entry__event(const struct time_order_entry *e)
{
	return e->tid_event >> TIME_ORDER_TID_BITS;
}

/* Returns the tid of such a sample; -1 if it was not recorded, TIME_ORDER_ODD_TID if it has no room here. A row with an event has room. */
static inline uint32_t time_order_entry__tid(const struct time_order_entry *e)
{
	uint32_t tid = e->tid_event & TIME_ORDER_NO_TID;

	return tid == TIME_ORDER_NO_TID ? (uint32_t)-1 : tid;
}

/*
 * What the row of a sample says of it (time_order_entry.what), if samples are joined with their user halves. The smallest values are those
 * of samples with the record of their half not far behind them, or without one: the number of the sample's kind (sample-kinds.h), and in
 * the lowest bits how far the record's beginning is behind the sample's, in 8 bytes; when it was made is read there. 0: there is none.
 */
#define NEAR_BITS	13
#define NEAR_MOST	((1U << NEAR_BITS) - 1)
#define JOINED_HALF	0x40000000U	/* from here on: an index in stitch.joined */
#define LAGGING_HALF	0x80000000U	/* from here on: an index in stitch.lagging */
#define FAR_KIND	0xc0000000U	/* from here on: the kind of a sample without a record, if that is a large number */

/* Its record lies not far behind the sample. */
static inline bool is_near(uint32_t what)
{
	return what < JOINED_HALF && what & NEAR_MOST;
}

/* That of a sample of kind @kind whose record lies @distance * 8 bytes behind the sample, if that is near; else 0. */
static inline uint32_t near_what(uint32_t kind, uint64_t distance)
{
	return kind < JOINED_HALF >> NEAR_BITS && distance && distance <= NEAR_MOST ? kind << NEAR_BITS | (uint32_t)distance : 0;
}

/* The same for one without a record. */
static inline uint32_t alone_what(uint32_t kind)
{
	return kind < JOINED_HALF >> NEAR_BITS ? kind << NEAR_BITS : FAR_KIND + kind;
}

/* --- the list of rows ------------------------------------------------------------------------------- */

/*
 * The row of the record at @pos, whose place may have to be kept in o->far. @tid_event: of samples that are not
 * stitched; else 0, or .what.
 */
static inline struct time_order_entry time_order__row(struct time_order *o, uint64_t time, uint64_t pos, uint32_t tid_event)
{
	/* A position that is no multiple of 8 becomes a large number. */
	uint64_t place = pos >> 3 | pos << 61;

	if (!mostly(place < TIME_ORDER_FAR))
		place = time_order__add_far(o, pos);
	return (struct time_order_entry){ .time = time, .place = (uint32_t)place, .tid_event = tid_event };
}

/* Adds it. */
static inline void time_order__add(struct time_order *o, uint64_t time, uint64_t pos, uint32_t tid_event)
{
	struct time_order_entry row = time_order__row(o, time, pos, tid_event);

	GROW(o->entries, o->nr, o->cap);
	o->entries[o->nr++] = row;
}

/* The row number @i, or the end; NULL if there is none at all. */
static inline struct time_order_entry *time_order__at(const struct time_order *o, size_t i)
{
	return i ? o->entries + i : o->entries;
}

static inline uint64_t time_order__pos(const struct time_order *o, const struct time_order_entry *e)
{
	return e->place & TIME_ORDER_FAR ? o->far[e->place & ~TIME_ORDER_FAR] : (uint64_t)e->place * 8;
}

/* Where the next @nr rows go, which the caller fills and counts. */
struct time_order_entry *time_order__room(struct time_order *o, size_t nr);
/* Appends the rows @begin to @end - 1 of @from. */
void time_order__append(struct time_order *o, const struct time_order *from, size_t begin, size_t end);
/*
 * Sorts by time; entries with equal times stay in the order in which they were added. Recordings consist of runs of
 * ascending times (a run for each CPU and round): these are merged, which costs n * log(runs). What lies in order between two
 * runs stays where it is, so that the memory this takes is that of what does not. @workers, or NULL, share runs of @piece rows and more.
 */
void time_order__sort(struct time_order *o, struct workers *workers, size_t piece);
/* The entry with @time and @pos, or NULL. @o must be sorted. */
const struct time_order_entry *time_order__find(const struct time_order *o, uint64_t time, uint64_t pos);
void time_order__empty(struct time_order *o);	/* keeps the memory */
void time_order__exit(struct time_order *o);

#endif /* PERF_SCAN_TIME_ORDER_H */
