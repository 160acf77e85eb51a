/* SPDX-License-Identifier: GPL-2.0-only */
/* The order in which a red-black tree has rows where the depths of their chains contradict each other: internal to hist-sort.c. */
#ifndef PERF_ROWS_ORDER_TREE_H
#define PERF_ROWS_ORDER_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "util/rows/hist.h"

/*
 * Puts the rows of @h, from the order that they have, in that in which a tree has them that was filled with them one by one. They are
 * compared by @nr_ranks ranks, which stand for each row at its number times @nr_ranks, and by depths between one rank and the next.
 */
void order_tree__sort(struct hist *h, const uint32_t *ranks, size_t nr_ranks);
/* Rows with equal numbers, and their callers counted: > 0: @a is shown before @b by the depth of their chains. */
int order_tree__depths(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);

#endif /* PERF_ROWS_ORDER_TREE_H */
