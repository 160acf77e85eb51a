/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of a histogram as a tree with a level for each key: `perf report --hierarchy`. */
#ifndef PERF_ROWS_HIST_TREE_H
#define PERF_ROWS_HIST_TREE_H

#include <stddef.h>

#include "util/base/arena.h"
#include "util/rows/hist.h"

struct hist_node {
	/* keys of its first row, and the sums of all; of one row: all that it has */
	const struct hist_entry *entry;
	struct hist_node *children;	/* in the order of the text */
	size_t nr_children;
};

struct hist_tree {
	const struct column **levels;	/* one key each */
	size_t nr_levels;
	struct hist_node root;		/* has no entry */
	struct arena arena;
};

/*
 * @h must be finished; only rows that are shown count, and of these, with @keep, those of which it says so. Own samples only, not those of
 * callees.
 */
void hist_tree__init(struct hist_tree *t, const struct hist *h, bool (*keep)(void *ctx, const struct hist_entry *e), void *ctx);
void hist_tree__exit(struct hist_tree *t);

#endif /* PERF_ROWS_HIST_TREE_H */
