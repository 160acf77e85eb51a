/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts rows step by step: first by one number of each row, then rows that are equal so far by the next number, and so on.
 * A step looks at each row once and sorts numbers; texts are ranked once, not compared for each pair of rows. Most
 * steps find nothing left to do, so a million rows take little longer than the sorting of a million numbers.
 */
#ifndef PERF_ROWS_ROW_SORT_H
#define PERF_ROWS_ROW_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct column;
struct hist;

struct row_sort {
	const struct hist *h;
	uint32_t *rows;			/* their numbers, in the order so far */
	uint64_t *tied;			/* a bit for each: is the row equal to the one before it in all steps so far? */
	size_t nr;
	uint64_t *keys;			/* scratch, as large as the longest run of equal rows */
	size_t cap;
};

/* All rows of @h, in the order that they have, equal so far. */
void row_sort__init(struct row_sort *s, const struct hist *h);
/* Does the same with h->order itself, which is NULL then. */
void row_sort__init_in_place(struct row_sort *s, struct hist *h);
void row_sort__exit(struct row_sort *s);
/* Sorts by the key or metric @col; @text: in the order in which rows are shown. */
void row_sort__by_key(struct row_sort *s, const struct column *col, bool text);
/* Sorts by a number, that of @member of the group, the largest first. */
void row_sort__by_value(struct row_sort *s, const struct column *col, unsigned int member);
/*
 * Sorts rows of equal overhead as upstream does: those of one thread by the depth of their chains. Returns false if that
 * is not an order, because rows of other threads are equal to them.
 */
bool row_sort__by_depth(struct row_sort *s);
/* Writes for each row the number of different rows that come before it. It stands at the row's own number
 * times @stride in @ranks, which has room for all. */
void row_sort__ranks(const struct row_sort *s, uint32_t *ranks, size_t stride);

#endif /* PERF_ROWS_ROW_SORT_H */
