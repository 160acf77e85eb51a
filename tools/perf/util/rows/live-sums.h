/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What chains count for, where rows decay while samples come (hists_opts.decays): one number for each chain that led to a row, which all
 * rows along the chain share, and which grows as long as the chain is seen. So a sample whose chain is there already makes no list
 * longer, and what decays is as many numbers as there are chains, not as many as these have frames.
 *
 * All rows along a chain have it in their lists as long as its number is open: when one of the rows goes, the number is closed, and the
 * next sample begins another one.
 */
#ifndef PERF_ROWS_LIVE_SUMS_H
#define PERF_ROWS_LIVE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hist;
struct hists;
struct row_common;
struct sample_group;

/* Of hists->sums, by the same numbers. */
struct live_sum {
	uint32_t chain;
	uint32_t hist;			/* number in hists->list */
	const struct row_common *own;	/* that of the row which the samples fell into */
};

/* Zeroed: empty. */
struct live_sums {
	struct live_sum *list;
	size_t cap;
	uint32_t *of_chain;		/* by chain: the number of its open sum + 1; 0: there is none */
	size_t nr_chains;
};

/*
 * Counts @g, which fell into the row with @own, by the chain @chain. Returns the number of the sum; *@ret_new: it is a new one, which the
 * rows along the chain do not have in their lists.
 */
uint32_t live_sums__count(struct hists *h, const struct hist *hist, uint32_t chain, const struct row_common *own, const struct sample_group *g,
			  bool *ret_new);
/* Who has a row's list no longer: each of its sums is to be closed. */
void live_sums__close(struct hists *h, uint32_t sum);
/* All sums become @num / @den, rounded down. Returns whether there is one of which nothing is left. */
bool live_sums__lessen(struct hists *h, uint64_t num, uint64_t den);
/*
 * Sums that count for next to nothing go, and the others get new numbers. Returns them by the old ones, each + 1, 0: it is gone; to be
 * freed by the caller. The totals of @h are lessened before.
 */
uint32_t *live_sums__drop(struct hists *h);
void live_sums__exit(struct live_sums *s);

#endif /* PERF_ROWS_LIVE_SUMS_H */
