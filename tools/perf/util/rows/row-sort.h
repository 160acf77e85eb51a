/* SPDX-License-Identifier: GPL-2.0-only */
/* Sorts rows by their columns, step by step (util/base/step-sort.h). */
#ifndef PERF_ROWS_ROW_SORT_H
#define PERF_ROWS_ROW_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/step-sort.h"
#include "util/rows/hist.h"

struct row_sort {
	const struct hist *h;
	struct step_sort rows;
};

/* The rows of @h from number @first on in the order that they have, equal so far; to be ended with step_sort__exit(). */
void row_sort__init(struct row_sort *s, const struct hist *h, uint32_t first);
/* The same of those that are shown, and of these, with @keep, of those of which it says so. */
void row_sort__init_shown(struct row_sort *s, const struct hist *h, bool (*keep)(void *ctx, const struct hist_entry *e), void *ctx);
/* The same of all rows with h->order itself, which is NULL then. */
void row_sort__init_in_place(struct row_sort *s, struct hist *h);
/* Ends it. Returns the numbers of the rows as they are sorted, to be freed. */
uint32_t *row_sort__take(struct row_sort *s);
/* Sorts by the key or metric @col; @text: in the order in which rows are shown. */
void row_sort__by_key(struct row_sort *s, const struct column *col, bool text);
/* Sorts by a number, that of @member of the group, the largest first. */
void row_sort__by_value(struct row_sort *s, const struct column *col, unsigned int member);
/* Sorts by a column in the order in which rows are shown, but for row_sort__by_depth(): by a number as opts.group_sort says. */
void row_sort__by_column(struct row_sort *s, const struct column *col);
/* Does perf ask for depths where rows are equal in @col? */
bool row_sort__asks_for_depth(const struct hist *h, const struct column *col);

/* The thread that the row's samples began with. */
static inline uint64_t row_sort__thread_of(const struct hist_entry *e)
{
	return (uint64_t)hist_entry__origin(e)->pid << 32 | hist_entry__origin(e)->tid;
}

/* < 0: the row @a of such is shown before @b; 0: their depths do not say it. */
static inline int row_sort__compare_depths(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	bool one_origin = hist_entry__origin(a) == hist_entry__origin(b);

	if (a->max_depth == b->max_depth || (!one_origin && row_sort__thread_of(a) != row_sort__thread_of(b)))
		return 0;
	return (a->max_depth > b->max_depth) == h->hists->opts.graph.caller ? -1 : 1;
}

/*
 * Sorts rows of equal overhead as upstream does: those of one thread by the depth of their chains. Returns false if that
 * is not an order, because rows of other threads are equal to them.
 */
bool row_sort__by_depth(struct row_sort *s);
/* < 0: row number @a is shown before row number @b by its numbers, > 0: after; 0: keys decide. Without sorting. */
int row_sort__compare(const struct hist *h, uint32_t a, uint32_t b);

#endif /* PERF_ROWS_ROW_SORT_H */
