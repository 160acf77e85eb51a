/* SPDX-License-Identifier: GPL-2.0-only */
/* What kinds of branches there were: the lines below the tables of `perf report -b`. */
#ifndef PERF_REPORT_BRANCH_STAT_H
#define PERF_REPORT_BRANCH_STAT_H

#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/event/branch-flags.h"

/* How many of each kind. Zero-initialised is empty. */
struct branch_stat {
	uint64_t types[BRANCH_TYPES], new_types[BRANCH_NEW_TYPES];
	uint64_t cond_forward, cond_backward;	/* of the conditional ones */
	uint64_t cross_4k, cross_2m;	/* into another such piece of memory; counted as one of them */
};

/* Counts a branch, if its kind was recorded. @flags: those of struct branch_entry. */
void branch_stat__add(struct branch_stat *st, uint64_t from, uint64_t to, uint64_t flags);
/* Appends a line for each kind that there was, with its share; nothing if there was none. */
void branch_stat__print(const struct branch_stat *st, struct strbuf *out);

#endif /* PERF_REPORT_BRANCH_STAT_H */
