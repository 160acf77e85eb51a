/* SPDX-License-Identifier: GPL-2.0-only */
/* Where rows decay: from groups of equal samples to the tree of stacks, and to rows; and lists of their chains. */
#ifndef PERF_DECAY_LIVE_FOLD_H
#define PERF_DECAY_LIVE_FOLD_H

#include "util/decay/live-tree.h"
#include "util/rows/hist-fold.h"

/* Counts the samples of @f in their stack, and in all rows along it. */
void live_fold__group(struct folding *f);

/*
 * live-chains.c: gives all rows lists of the chains that led to them. Until drop(), nothing may be counted. Nothing happens unless rows
 * decay and have chains.
 */
void live_chains__give(struct hists *h);
void live_chains__drop(struct hists *h);

#endif /* PERF_DECAY_LIVE_FOLD_H */
