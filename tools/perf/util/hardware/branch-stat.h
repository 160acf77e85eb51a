/* SPDX-License-Identifier: GPL-2.0-only */
/* What kinds of branches there were: the lines below the tables of `perf report -b`. */
#ifndef PERF_HARDWARE_BRANCH_STAT_H
#define PERF_HARDWARE_BRANCH_STAT_H

#include <stdint.h>

#include "util/base/text-out.h"
#include "util/event/branch-flags.h"

/* A branch has several kinds: its direction, its distance, and its type. In the order of the lines. */
enum branch_kind {
	BRANCH_KIND_COND_FWD, BRANCH_KIND_COND_BWD,	/* conditional ones, forward and backward */
	BRANCH_KIND_CROSS_4K, BRANCH_KIND_CROSS_2M,	/* into another 4 KiB or 2 MiB of memory; only one of both */
	BRANCH_KIND_TYPE,				/* and BRANCH_TYPES from here on */
	BRANCH_KIND_NEW_TYPE = BRANCH_KIND_TYPE + BRANCH_TYPES,	/* and BRANCH_NEW_TYPES */
	BRANCH_NR_KINDS = BRANCH_KIND_NEW_TYPE + BRANCH_NEW_TYPES,
};

/* How many of each kind. Zero-initialised is empty. */
struct branch_stat {
	uint64_t nr[BRANCH_NR_KINDS];
};

/* Returns the kinds of a branch, a bit for each; 0 if its type was not recorded. @flags: those of struct branch_entry. */
uint64_t branch_kinds(uint64_t from, uint64_t to, uint64_t flags);
/* Returns "COND_FWD", "CALL" and so on; "" for a kind without a name. */
const char *branch_kind__name(unsigned int kind);
/* Counts a branch. */
void branch_stat__add(struct branch_stat *st, uint64_t from, uint64_t to, uint64_t flags);
/* Prints a line for each kind that there was, with its share; nothing if there was none. */
void branch_stat__print(const struct branch_stat *st, struct text_out *out);

#endif /* PERF_HARDWARE_BRANCH_STAT_H */
