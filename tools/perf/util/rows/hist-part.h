/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows that a histogram would have if some stacks had been left out, or some frames had not been in them. They are made of the chains
 * of the rows that are there, so nothing is read again. What chains do not tell is not known of them: other events of a group, and
 * all of struct hist_detail.
 */
#ifndef PERF_ROWS_HIST_PART_H
#define PERF_ROWS_HIST_PART_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/rows/hist.h"
#include "util/stacks/chain-changes.h"

struct hist_part {
	struct hist h;			/* for all that is done with a histogram */
	struct arena arena;
	struct chain_sum *sums;		/* of its lists */
	size_t nr_sums, cap_sums;
	size_t nr_changed, nr_left_out;	/* different chains that have lost frames, or are not there at all */
};

/* Who may want it to end before all rows are there. */
struct hist_watch {
	bool (*stop)(void *ctx, size_t done, size_t total);
	void *ctx;
};

/*
 * @h is finished, of no branches, and borrowed; its totals stay 100 %. Deleted before its hists are. If no chain has changed, there are no
 * rows in it. NULL: @watch, which may be NULL itself, wanted it to end.
 */
struct hist_part *hist_part__new(const struct hist *h, stack_rule rule, void *ctx, const struct hist_watch *watch);
/*
 * hist-by-count.c: the rows of @h, of any kind but no part, with the number of samples in place of their periods, also in their chains: each sample
 * weighs the same.
 */
struct hist_part *hist_part__by_count(const struct hist *h);
void hist_part__delete(struct hist_part *p);
/* Internal to hist-part.c and hist-by-count.c: a part of @h without rows, of its first @nr_members members. */
struct hist_part *hist_part__begin(const struct hist *h, unsigned int nr_members);

#endif /* PERF_ROWS_HIST_PART_H */
