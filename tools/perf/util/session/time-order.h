/* SPDX-License-Identifier: GPL-2.0-only */
/* A row for each record that will be visited in time order: what later passes need to know of it without reading it. */
#ifndef PERF_SESSION_TIME_ORDER_H
#define PERF_SESSION_TIME_ORDER_H

#include <stddef.h>
#include <stdint.h>

struct time_order_entry {
	uint64_t time;			/* ns */
	uint64_t pos;
	uint32_t tid;			/* of samples; -1: not recorded */
	uint32_t user;			/* of samples: what became of their user half; see session-stitch.c */
};

struct time_order {
	struct time_order_entry *entries;
	size_t nr, cap;
};

/* @tid: 0 where nobody asks. */
void time_order__add(struct time_order *o, uint64_t time, uint64_t pos, uint32_t tid);
/*
 * Sorts by time, equal times as they were added. Recordings are runs of ascending times (a run a CPU
 * and round): these are merged, which costs n * log(runs).
 */
void time_order__sort(struct time_order *o);
/* Of a sorted one: the entry of @time and @pos, or NULL. */
const struct time_order_entry *time_order__find(const struct time_order *o, uint64_t time, uint64_t pos);
void time_order__exit(struct time_order *o);

#endif /* PERF_SESSION_TIME_ORDER_H */
