/* SPDX-License-Identifier: GPL-2.0-only */
/* Positions of records, to be visited in time order. */
#ifndef PERF_SESSION_ORDER_H
#define PERF_SESSION_ORDER_H

#include <stddef.h>
#include <stdint.h>

struct order_entry {
	uint64_t time;			/* ns */
	uint64_t pos;
};

struct order {
	struct order_entry *entries;
	size_t nr, cap;
};

void order__add(struct order *o, uint64_t time, uint64_t pos);
/*
 * Sorts by time, equal times as they were added. Recordings are runs of ascending times (a run a CPU
 * and round): these are merged, which costs n * log(runs).
 */
void order__sort(struct order *o);
void order__exit(struct order *o);

#endif /* PERF_SESSION_ORDER_H */
