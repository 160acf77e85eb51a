/* SPDX-License-Identifier: GPL-2.0-only */
/* When records were lost: for each CPU, the time from the last record before a LOST record to that LOST record. */
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
	int64_t *untold;		/* by CPU: samples that its counters lost, less those in LOST records */
	size_t nr_cpus;
	struct loss *list;		/* sorted by time; overlapping ones are joined */
	size_t nr, cap;
};

void losses__exit(struct losses *l);
/* Takes note of a record of @cpu (-1: not known) at @time, ns. To be called in the order of time. */
void losses__record(struct losses *l, uint32_t cpu, uint64_t time);
/* Takes note that the buffer of @cpu lost @nr records before @time, ns. */
void losses__lost(struct losses *l, uint32_t cpu, uint64_t time, uint64_t nr);
/* Takes note that the counters of @cpu say that @nr samples were lost, at a time that is not known. */
void losses__counted(struct losses *l, uint32_t cpu, uint64_t nr);
/*
 * To be called when all records were read. Losses that only the counters report happened after the last record of the CPU,
 * when its buffer was full: they are taken to last until @end, ns.
 */
void losses__finish(struct losses *l, uint64_t end);
/* Returns true if the counters of @cpu report losses that no LOST record reports. */
static inline bool losses__has_untold(const struct losses *l, uint32_t cpu)
{
	return cpu < l->nr_cpus && l->untold[cpu] > 0;
}
/* Does the same as losses__find(), for a list that is not empty. */
bool losses__search(const struct losses *l, uint64_t from, uint64_t to, struct loss *ret);
/* Sets *@ret to the first period of loss that ends after @from and begins before @to. Returns false if there is none. */
static inline bool losses__find(const struct losses *l, uint64_t from, uint64_t to, struct loss *ret)
{
	return l->nr && losses__search(l, from, to, ret);
}
/* Returns the end, in ns, of the last period of loss that begins before @to, or 0 if there is none. */
uint64_t losses__last_end(const struct losses *l, uint64_t to);

#endif /* PERF_OFFCPU_LOSSES_H */
