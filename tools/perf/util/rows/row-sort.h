/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows sorted step by step: first by one word of each row, then those that are equal so far by the next one, and so on.
 * A step looks at each row once and sorts numbers; texts are ranked once, not compared for each pair of rows. Most
 * steps find nothing left to do: so a million rows take little more than the sorting of a million numbers.
 */
#ifndef PERF_ROWS_ROW_SORT_H
#define PERF_ROWS_ROW_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct column;
struct hist;
struct row_item;

struct row_sort {
	const struct hist *h;
	uint32_t *rows;			/* indexes of h->entries, in the order so far */
	bool *tied;			/* is it equal to the row before it in all that was asked? */
	size_t nr;
	struct row_item *items, *spare;	/* scratch, as large as the longest run of equal rows */
	size_t cap;
};

/* All rows of @h, in the order of its entries, equal so far. */
void row_sort__init(struct row_sort *s, const struct hist *h);
void row_sort__exit(struct row_sort *s);
/*
 * What @col makes rows of; @text: the order in which they are shown. False if the column's comparison is no order of
 * these rows in the strict sense, or is not known to be one: nothing can be said then.
 */
bool row_sort__by_key(struct row_sort *s, const struct column *col, bool text);
/* By a number, that of @member of the group, the largest first. */
void row_sort__by_value(struct row_sort *s, const struct column *col, unsigned int member);
/*
 * Perf's way with rows of equal overhead: those of one thread go by the depth of their chains. False if that is no
 * order, because rows of other threads are equal to them.
 */
bool row_sort__by_depth(struct row_sort *s);
/* By row the number of different rows that come before it. As long as there are entries. */
void row_sort__ranks(const struct row_sort *s, uint32_t *ranks, size_t stride);

#endif /* PERF_ROWS_ROW_SORT_H */
