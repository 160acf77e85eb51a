/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call graphs of rows that decay are drawn of the tree of stacks itself, which has what goes through each frame, and which frames and
 * stacks a row has. What nobody draws is not looked at, however many rows have it.
 */
#ifndef PERF_DECAY_LIVE_STEMS_H
#define PERF_DECAY_LIVE_STEMS_H

#include "util/decay/live-tree.h"
#include "util/rows/hist-opts.h"

struct call_tree;
struct hist;
struct hist_entry;

/* Adds the stacks that led to the row @e of @h to @tree, which must not be looked at behind the next live_stems__drop(). */
void live_stems__add(const struct hist *h, const struct hist_entry *e, struct call_tree *tree);
/* Calls @fn for the stacks that end in it, as hist_entry__own_stacks(); their places stay until then, too. */
void live_stems__own_stacks(const struct hist *h, const struct hist_entry *e, row_stack_fn fn, void *ctx);
/* As hist_entry__nr_stacks() and hist_entry__any_place(). */
size_t live_stems__nr_stacks(const struct hist *h, const struct hist_entry *e, size_t most);
bool live_stems__any_place(const struct hist *h, const struct hist_entry *e, row_place_fn is, const void *ctx);
/* To be called before anything in the tree of stacks changes. */
void live_stems__drop(struct live_tree *t);

#endif /* PERF_DECAY_LIVE_STEMS_H */
