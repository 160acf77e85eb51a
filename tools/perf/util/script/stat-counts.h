/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What perf stat record has written: for each event, CPU and thread what it had counted until then, now and then, and a record that ends
 * such a round. A script gets what was counted since the round before.
 */
#ifndef PERF_SCRIPT_STAT_COUNTS_H
#define PERF_SCRIPT_STAT_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-table.h"
#include "util/event/evlist.h"
#include "util/event/record.h"

HASH_NUMBERS_TYPE(stat_numbers)

struct stat_slot;

struct stat_counts {
	struct stat_slot *slots;	/* one for each event, CPU and thread */
	size_t nr, cap;
	struct stat_numbers known;	/* number + 1 of each */
	uint32_t *due;			/* numbers of the slots of which the next round tells */
	size_t nr_due, cap_due;
	int64_t *threads;		/* their tids, by their index in records */
	size_t nr_threads;
	bool scales;			/* what was counted in a part of the time is what it would be in all of it */
};

/* Since the round before, or the beginning. */
struct stat_count {
	struct evsel *evsel;
	int32_t cpu;			/* -1: any */
	int64_t tid;			/* -1: any */
	uint64_t val;
	uint64_t enabled, running;	/* ns */
};

/* Takes any record__is_count() but STAT_ROUND. Returns 0, or -EBADMSG with @diag set. */
int stat_counts__see(struct stat_counts *c, const struct record *r, const struct evlist *evlist, struct diag *diag);
/*
 * Takes a STAT_ROUND: tells @fn what has been counted, by event, thread and CPU, and *@ret_time, ns since the begin of
 * counting. What was not counted any more is told once, as 0: so a file cannot make more rounds of many than it has
 * records of them. Returns 0, or -EBADMSG with @diag set.
 */
int stat_counts__end_round(struct stat_counts *c, const struct record *r, void (*fn)(void *ctx, const struct stat_count *, uint64_t time),
			   void *ctx, uint64_t *ret_time, struct diag *diag);
void stat_counts__exit(struct stat_counts *c);

#endif /* PERF_SCRIPT_STAT_COUNTS_H */
