/* SPDX-License-Identifier: GPL-2.0-only */
/* What makes rows of groups of equal samples: the files that do, and util/decay where rows decay, share it. For these only. */
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
	struct fold_part *part;		/* of the thread */
	uint32_t chain_id;
	const struct stored_chain *chain;
	uint32_t serial;		/* each group is a number of its own; zero is nobody's */
	uint64_t but_place;		/* what hashes of its rows have in common: columns__hash_but_place() */
	uint32_t first;			/* so many were cut off within */
	uint32_t sum;			/* number + 1 of its sum in lists of chains; 0: there is none */
	const struct row_common *callers;	/* what the new rows of callers have, or NULL */
};

/* Adds the numbers of @g; @cpumode: where its samples were. */
void hist_stat__add_group(struct hist_stat *stat, const struct sample_group *g, unsigned int cpumode);

/* Begins with what rows of @g are like, but for their places. */
void folding__begin(struct folding *f, struct hists *h, const struct sample_group *g);
/* Counts the group in @e, the row that its samples fell into; a new row has no ->common yet. */
void folding__own(struct folding *f, struct hist_entry *e);
/*
 * Counts it in @e, the row of number @i of the chain's places, @depth of which lie between that and where chains of rows begin. All rows that it
 * makes have the same in common, as long as no other sample comes to them.
 */
void folding__caller(struct folding *f, struct hist_entry *e, uint32_t i, uint32_t depth);
/* hist-batch.c: makes rows of @nr groups, by threads. */
void hists__fold_groups(struct hists *h, const struct sample_group *groups, size_t nr);
/*
 * hist-places.c: both halves of a chain, and the mark of an orphan at its outer end, innermost first: from *@ret_first on, so many as are
 * returned are the numbers of their places in h->scratch, and the places as rows show them in h->scratch_rows; until the next call.
 */
uint32_t hist_places__of(struct hists *h, const struct sample_key *key, uint32_t *ret_first);
/*
 * hist-refs.c: notes that the group of @f came to the row @e by the chain @ref, @depth frames of which are between the row and where chains
 * begin; 0: by none. To be called when the group is counted in the numbers of @e; @c is what @e has of its own.
 */
void hist_refs__add(struct folding *f, struct hist_entry *e, struct row_common *c, struct hist_ref ref, uint32_t depth);
/* Returns the number of a new sum (hists.sums). There are fewer of them than bytes in the recording. */
uint32_t hist_refs__new_sum(struct hists *h, uint64_t period, uint64_t count);
/* Each part of hists.parts gets room for @nr more sums of its own. */
void hist_refs__reserve(struct hists *h, size_t nr);

#endif /* PERF_ROWS_HIST_FOLD_H */
