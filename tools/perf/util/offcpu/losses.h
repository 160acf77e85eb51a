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
	size_t nr_cpus;
	struct loss *list;		/* joined where they overlap; in the order of time */
	size_t nr, cap;
};

void losses__exit(struct losses *l);
/* A record of @cpu (-1: of none that is known) at @time; in the order of time. */
void losses__record(struct losses *l, uint32_t cpu, uint64_t time);
/* Its buffer has lost some before @time. */
void losses__lost(struct losses *l, uint32_t cpu, uint64_t time);
/* The first stretch that ends after @from and begins before @to, in *@ret; false: there is none. */
bool losses__find(const struct losses *l, uint64_t from, uint64_t to, struct loss *ret);
/* When the last stretch ends that begins before @to, ns; 0: there is none. */
uint64_t losses__last_end(const struct losses *l, uint64_t to);

#endif /* PERF_OFFCPU_LOSSES_H */
