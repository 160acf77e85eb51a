/* SPDX-License-Identifier: GPL-2.0-only */
/* A row for each record that will be visited in time order: what later passes need to know of it without reading it. */
#ifndef PERF_SESSION_TIME_ORDER_H
#define PERF_SESSION_TIME_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/alloc.h"

struct time_order_entry {
	uint64_t time;			/* ns */
	uint64_t pos : 48;
	uint64_t event : 16;		/* of samples that look as usual (session-rows.c): their event's index + 1; else 0 */
	uint32_t tid;			/* of samples; -1: not recorded */
	uint32_t user;			/* of samples: what became of their user half; see session-stitch.c */
};

struct time_order {
	struct time_order_entry *entries;
	size_t nr, cap;
};

/* @tid: 0 if it is not needed. */
static inline void time_order__add(struct time_order *o, uint64_t time, uint64_t pos, uint32_t tid)
{
	GROW(o->entries, o->nr, o->cap);
	o->entries[o->nr++] = (struct time_order_entry){ .time = time, .pos = pos, .tid = tid };
}

/* Adds the @nr rows at @more. */
void time_order__append(struct time_order *o, const struct time_order_entry *more, size_t nr);
/*
 * Sorts by time; entries with equal times stay in the order in which they were added. Recordings consist of runs of
 * ascending times (a run for each CPU and round): these are merged, which costs n * log(runs).
 */
void time_order__sort(struct time_order *o);
/* The entry with @time and @pos, or NULL. @o must be sorted. */
const struct time_order_entry *time_order__find(const struct time_order *o, uint64_t time, uint64_t pos);
void time_order__exit(struct time_order *o);

#endif /* PERF_SESSION_TIME_ORDER_H */
