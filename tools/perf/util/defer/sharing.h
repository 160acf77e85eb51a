/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cache lines that CPUs take from each other, as samples of loads and stores tell (PERF_SAMPLE_DATA_SRC, PERF_SAMPLE_ADDR): a load that
 * finds its line changed in the cache of another CPU (HITM) waits for it. If threads that do this to each other use different bytes of
 * the line, it need not be (false sharing).
 */
#ifndef PERF_DEFER_SHARING_H
#define PERF_DEFER_SHARING_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/pair-map.h"

struct session_sample;

#define SHARING_LINE	64		/* bytes of a cache line */

enum sharing_kind {
	SHARING_ONE,			/* samples of one thread only: who takes the line from it is not known */
	SHARING_FALSE,			/* no two threads have accesses that begin at the same byte */
	SHARING_TRUE,			/* some have */
};

/* A thread that uses a line. */
struct sharing_user {
	uint32_t tid;
	const char *comm, *where;	/* its name, and the function of its first access, or NULL; borrowed */
	uint64_t offsets;		/* where in the line accesses begin: a bit for each byte */
	struct sharing_user *next;
};

struct sharing_line {
	uint64_t address;		/* of its first byte */
	uint64_t loads, stores, hitm;	/* samples; of the loads those that were answered from another CPU's changed line */
	uint64_t hitm_cycles;		/* their weights */
	struct sharing_user *users;	/* when all is read: in the order in which they came */
	enum sharing_kind kind;		/* when all is read */
};

PAIR_MAP(sharing_users, struct sharing_user *)

/* A zeroed one is empty. */
struct sharing {
	uint64_t loads, stores, hitm;
	uint64_t cycles, hitm_cycles;	/* of loads; 0: weights were not recorded */
	struct pair_num by_address;	/* (process, line) -> its number in @lines, and 1 */
	struct sharing_users by_user;	/* (that number, tid) */
	struct sharing_line *lines;	/* when all is read: those with hits first, the most costly first */
	size_t nr, cap;
};

void sharing__exit(struct sharing *sh);
/*
 * Counts @s if its event tells what a load or a store met; others are none of its business. @comm and @where stay valid as long as @sh,
 * @where may be NULL.
 */
void sharing__add(struct sharing *sh, const struct session_sample *s, const char *comm, const char *where);
/* Whether @s is such a sample. */
bool sharing__is_access(const struct session_sample *s);
/* When all is read. */
void sharing__sort(struct sharing *sh);
/* Returns which share of what sampled loads cost went to changed lines of other CPUs, in percent: of cycles, or of loads without these. */
double sharing__percent(const struct sharing *sh, uint64_t hitm, uint64_t hitm_cycles);
/* "one thread", "false sharing", "shared bytes"; static. */
const char *sharing_kind__name(enum sharing_kind kind);

#endif /* PERF_DEFER_SHARING_H */
