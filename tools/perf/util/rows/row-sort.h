/* SPDX-License-Identifier: GPL-2.0-only */
/* Sorts rows by their columns, step by step (util/base/step-sort.h). */
#ifndef PERF_ROWS_ROW_SORT_H
#define PERF_ROWS_ROW_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/step-sort.h"

struct column;
struct hist;

struct row_sort {
	const struct hist *h;
	struct step_sort rows;
};

/* All rows of @h, in the order that they have, equal so far; to be ended with step_sort__exit(). */
void row_sort__init(struct row_sort *s, const struct hist *h);
/* Does the same with h->order itself, which is NULL then. */
void row_sort__init_in_place(struct row_sort *s, struct hist *h);
/* Sorts by the key or metric @col; @text: in the order in which rows are shown. */
void row_sort__by_key(struct row_sort *s, const struct column *col, bool text);
/* Sorts by a number, that of @member of the group, the largest first. */
void row_sort__by_value(struct row_sort *s, const struct column *col, unsigned int member);
/*
 * Sorts rows of equal overhead as upstream does: those of one thread by the depth of their chains. Returns false if that
 * is not an order, because rows of other threads are equal to them.
 */
bool row_sort__by_depth(struct row_sort *s);

#endif /* PERF_ROWS_ROW_SORT_H */
