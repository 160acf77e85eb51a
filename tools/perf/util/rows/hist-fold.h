/* SPDX-License-Identifier: GPL-2.0-only */
/* What the two ways to make rows of a group of equal samples share: hist-fold.c, and util/decay where rows decay. For these two only. */
#ifndef PERF_ROWS_HIST_FOLD_H
#define PERF_ROWS_HIST_FOLD_H

#include "util/rows/hist.h"

struct folding {
	struct hists *h;
	struct hist *hist;
	unsigned int member;
	const struct sample_group *g;
	struct row_origin origin;
	struct row_common like_common;
	struct hist_entry like;		/* the row that the samples fell into; with another place, that of a caller */
	unsigned int cpumode;
	/* Where rows do not decay: */
	uint32_t chain_id;
	const struct stored_chain *chain;
	const struct place **rows;	/* the chain's places, as rows show them */
	uint64_t but_place;		/* what hashes of its rows have in common: columns__hash_but_place() */
	uint32_t first;			/* so many were cut off within */
	uint32_t sum;			/* number + 1 of its sum in lists of chains; 0: there is none */
	const struct row_common *callers;	/* what the new rows of callers have, or NULL */
};

/* Adds the numbers of @g; @cpumode: where its samples were. */
void hist_stat__add_group(struct hist_stat *stat, const struct sample_group *g, unsigned int cpumode);

#endif /* PERF_ROWS_HIST_FOLD_H */
