/* SPDX-License-Identifier: GPL-2.0-only */
/* The branches in the chains of rows (hists_opts.history): internal to hist*.c and what draws them. */
#ifndef PERF_ROWS_HIST_HISTORY_H
#define PERF_ROWS_HIST_HISTORY_H

#include "util/hardware/branch-history.h"
#include "util/rows/hist.h"

/* The branches of a sample: what is known of the inner end of a row's chain. */
struct branch_note {
	struct branch_note *next;
	uint32_t chain;			/* in the chain store */
	uint32_t first;			/* the chain begins with this end; two a branch */
	uint32_t nr;
	uint64_t cut_off;		/* where a branch's other end is, of which the chain has only one */
	uint64_t steps[];		/* packed; where they lead is in the chain */
};

/* What a row has of the branches in its chains. */
struct row_branches {
	struct branch_note *notes;	/* of its samples, if they are to be drawn */
	struct branch_sums sums;	/* of all of them */
};

/* Adds @nr steps to the sums of a row, and keeps the steps if they are to be drawn. */
void hist_history__note(struct hists *h, struct row_common *c, uint32_t chain, uint32_t first, const struct branch_step *steps, size_t nr);
/* The nodes of the @tree of @e get its branches when they are made, as their notes (struct branch_sums). @h is borrowed by the tree. */
void hist_history__annotate(struct hists *h, const struct hist_entry *e, struct call_tree *tree);

#endif /* PERF_ROWS_HIST_HISTORY_H */
