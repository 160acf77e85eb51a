/* SPDX-License-Identifier: GPL-2.0-only */
/* When records were lost: of each CPU from the last record before a LOST to that LOST. */
#ifndef PERF_OFFCPU_LOSSES_H
#define PERF_OFFCPU_LOSSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loss {
	uint64_t from, to;		/* ns */
};

struct losses {
	uint64_t *last;			/* by CPU: time of its newest record */
	int64_t *untold;		/* by CPU: samples that its counters have lost, less those that a LOST has told of */
	size_t nr_cpus;
	struct loss *list;		/* joined where they overlap; in the order of time */
	size_t nr, cap;
};

void losses__exit(struct losses *l);
/* A record of @cpu (-1: of none that is known) at @time; in the order of time. */
void losses__record(struct losses *l, uint32_t cpu, uint64_t time);
/* Its buffer has lost @nr before @time. */
void losses__lost(struct losses *l, uint32_t cpu, uint64_t time, uint64_t nr);
/* Its counters say that @nr samples were lost, whenever that was. */
void losses__counted(struct losses *l, uint32_t cpu, uint64_t nr);
/*
 * All is read. What only counters tell of was lost behind the last record of a CPU, whose buffer had no room any more: from
 * there to @end, ns.
 */
void losses__finish(struct losses *l, uint64_t end);
/* Is that so of @cpu? */
static inline bool losses__has_untold(const struct losses *l, uint32_t cpu)
{
	return cpu < l->nr_cpus && l->untold[cpu] > 0;
}
/* The first stretch that ends after @from and begins before @to, in *@ret; false: there is none. */
bool losses__find(const struct losses *l, uint64_t from, uint64_t to, struct loss *ret);
/* When the last stretch ends that begins before @to, ns; 0: there is none. */
uint64_t losses__last_end(const struct losses *l, uint64_t to);

#endif /* PERF_OFFCPU_LOSSES_H */
