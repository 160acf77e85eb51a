/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stacks made longer by the last branches: `perf report --branch-history`, `-g branch`. From the sample outwards
 * come where the newest branch went and where it came from, then the same of those before it, then the
 * callers that are not among them.
 */
#ifndef PERF_HARDWARE_BRANCH_HISTORY_H
#define PERF_HARDWARE_BRANCH_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/callchain/chain.h"
#include "util/event/sample.h"
#include "util/hardware/branch-stat.h"

/* Older branches are not used. Hardware keeps at most 32, and the cost of comparing grows with the square. */
#define BRANCH_HISTORY_MAX	127

/* A branch, and what was left out before it: rounds of a loop that end with the same branches. */
struct branch_step {
	uint64_t from, to, flags;
	uint32_t rounds;
	uint32_t round_cycles;		/* of the one that was left out last */
};

/* What branches that meet in one node of a call tree, or in one row, have in common. */
struct branch_sums {
	uint64_t nr, known, predicted, aborted;	/* of branches that go here; @known: predicted or mispredicted */
	uint64_t nr_from, cycles;		/* of branches that come from here */
	uint64_t rounds, round_cycles;
	uint64_t kinds;			/* of branches that go here, see branch_kinds() */
	bool from;			/* the last one counted comes from here */
};

/*
 * Writes the steps of a branch stack, newest first, into @steps, which has room for BRANCH_HISTORY_MAX. Repeated rounds of
 * a loop are written once: the newest one, or with @oldest_first the oldest one. Returns the number of steps.
 */
size_t branch_history__steps(struct branch_step *steps, const struct branch_entry *branches, uint64_t nr,
			     bool oldest_first);
/* How many of the innermost frames of @chain are among the steps already. */
uint32_t branch_history__covered(const struct branch_step *steps, size_t nr, const struct callchain *chain);

/* Counts a branch at the place where it went, or where it came from. */
void branch_sums__add_to(struct branch_sums *sums, const struct branch_step *step);
void branch_sums__add_from(struct branch_sums *sums, const struct branch_step *step);
/* Adds the sums of @more. */
void branch_sums__add(struct branch_sums *sums, const struct branch_sums *more);
/*
 * Appends what is known about the branches, " (RET predicted:66.7%)" or " (cycles:5)"; for a node without branches
 * (@sums is NULL) " (calltrace)".
 */
void branch_sums__print(const struct branch_sums *sums, struct strbuf *out);

#endif /* PERF_HARDWARE_BRANCH_HISTORY_H */
