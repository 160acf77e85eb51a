/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows that are shown again and again while samples still come: put in order without an end of the counting, and made lighter, so that
 * what is old counts for less and less. With opts.decay; not for rows of branches, nor with opts.blocks or opts.history.
 */
#ifndef PERF_DECAY_HIST_DECAY_H
#define PERF_DECAY_HIST_DECAY_H

#include "util/rows/hist.h"

/* For hists_opts.decay: its rows may be made lighter by hists__decay(). */
extern const struct hists_decay hists_decays;

/*
 * Folds, and puts the rows in order as hists__finish() does, but samples may be added later: after hists__decay(), which must come
 * before the next hists__add(). Rows have call trees and stacks of their own
 * (hist_entry__tree(), hist_entry__own_stacks()), and no lists of chains.
 */
void hists__order_now(struct hists *h);
/* Gives all rows lists of the chains that led to them, for those who put rows together to others; folded before. */
void hists__list_chains(struct hists *h);
/*
 * Writes the numbers of the first @most rows that are shown to @ret_first, which has room for @most, and returns how many there are. What
 * decides is their numbers; where these are equal, which row is older. Nothing changes; folded before.
 */
size_t hist__first(const struct hist *h, size_t most, uint32_t *ret_first);
/* As hists__order_now(), but only the first @most rows are in that order; all others follow as they are. */
void hists__order_first(struct hists *h, size_t most);
/* The same of one; folded before. */
void hist__order_first(struct hist *h, size_t most);
/*
 * All numbers of rows, chains and totals become @num / @den of what they are (@num at most @den, @den not 0), rounded down; rows of which
 * nothing is left are gone, or less than a millionth of all, and no whole sample: the latter, where there are thousands, within sixteen
 * calls. With @num 0 nothing is left. Numbers of rows change.
 */
void hists__decay(struct hists *h, uint64_t num, uint64_t den);

#endif /* PERF_DECAY_HIST_DECAY_H */
