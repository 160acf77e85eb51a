/* SPDX-License-Identifier: GPL-2.0-only */
/* What makes rows of groups of equal samples: the files that do, and util/decay where rows decay, share it. For these only. */
#ifndef PERF_ROWS_HIST_FOLD_H
#define PERF_ROWS_HIST_FOLD_H

#include "util/rows/hist.h"

/* A group, what rows of it are like, and where it is counted. */
struct folding {
	struct hists *h;
	struct hist *hist;
	unsigned int member;
	const struct sample_group *g;
	struct row_origin origin;
	struct row_common like_common;
	struct hist_entry like;		/* the row that the samples fell into; with another place, that of a caller */
	unsigned int cpumode;
};

/* A group that is being counted in rows, which do not decay. */
struct counting {
	struct hists *h;
	struct hist *hist;
	unsigned int member, cpumode;
	const struct sample_group *g;
	struct fold_part *part;		/* of the thread */
	uint32_t chain_id, nr;		/* frames of the chain */
	uint32_t serial;		/* each group is a number of its own; zero is nobody's */
	uint32_t first;			/* so many were cut off within */
	uint32_t sum;			/* number + 1 of its sum in lists of chains; 0: there is none */
};

/* A group whose rows are there. */
struct prepared {
	struct counting c;
	const struct row_common *callers;	/* what the new rows of callers have, as long as no other sample comes to them; or NULL */
	uint32_t end;			/* of its rows */
	uint32_t new_rows;		/* the number of the first row that was made for it, if there is any */
};

static inline size_t prepared__first_row(const struct row_batch *b, size_t group)
{
	return group ? b->groups[group - 1].end : 0;
}

/* May @own, the row that the samples of @p fell into, have the numbers of another one? If it was made for them, and nobody called it. */
static inline bool prepared__is_alone(const struct row_batch *b, const struct prepared *p, uint32_t own)
{
	return own >= p->new_rows && !p->c.nr && b->share_alone;
}

/* The number of the place for caller @k of a chain of @nr, and how many frames lie between that and where chains of rows begin. */
static inline uint32_t caller__pos(const struct hists *h, uint32_t nr, uint32_t k)
{
	return h->opts.graph.caller ? nr - 1 - k : k;
}

static inline uint32_t caller__depth(const struct hists *h, uint32_t nr, uint32_t pos)
{
	return h->opts.graph.caller ? pos + 1 : nr - pos;
}

/* Adds the numbers of @g; @cpumode: where its samples were. */
void hist_stat__add_group(struct hist_stat *stat, const struct sample_group *g, unsigned int cpumode);

/* Begins with what rows of @g are like, but for their places. */
void folding__begin(struct folding *f, struct hists *h, const struct sample_group *g);
/* Counts the group in @e, the row that its samples fell into. */
void counting__own(struct counting *c, struct hist_entry *e);
/* Counts it in @e, the row of number @pos of the chain's places. */
void counting__caller(struct counting *c, struct hist_entry *e, uint32_t pos);
/*
 * hist-batch.c: h->samples has another group. Now and then this has a thread make the rows of those that there are, while others come; their
 * numbers are left to hists__fold_groups(), and so is all where rows decay, need source lines, or need what only the sample at hand has.
 */
void hists__prepare(struct hists *h);
/* Makes the rows of all other groups, and counts all, by threads. */
void hists__fold_groups(struct hists *h);
void hists__exit_batch(struct hists *h);
/* hist-numbers.c: counts all groups of @b, whose rows are there. */
void row_batch__count(struct row_batch *b, struct hists *h);
/*
 * hist-places.c: both halves of the chain of @g, and the mark of an orphan at its outer end, innermost first: from *@ret_first on, so many as
 * are returned are the numbers of their places in h->scratch, and the places as rows show them in h->scratch_rows; until the next call.
 */
uint32_t hist_places__of(struct hists *h, const struct sample_group *g, uint32_t *ret_first);
/*
 * hist-refs.c: notes that the group of @c came to the row @e by the chain @ref, @depth frames of which are between the row and where chains
 * begin; 0: by none. To be called when the group is counted in the numbers of @e; @common is what @e has of its own.
 */
void hist_refs__add(struct counting *c, struct hist_entry *e, struct row_common *common, struct hist_ref ref, uint32_t depth);
/* Returns the number of a new sum (hists.sums). There are fewer of them than bytes in the recording. */
uint32_t hist_refs__new_sum(struct hists *h, uint64_t period, uint64_t count);
/* Each part of hists.parts gets room for @nr more sums of its own. */
void hist_refs__reserve(struct hists *h, size_t nr);

#endif /* PERF_ROWS_HIST_FOLD_H */
