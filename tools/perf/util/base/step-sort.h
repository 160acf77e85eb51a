/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts numbered things step by step: first by one number of each, then those that are equal so far by the next number, and so on.
 * A step looks at each thing once and sorts numbers; texts are ranked once, not compared for each pair. Most
 * steps find nothing left to do, so that a million things take little longer than the sorting of a million numbers.
 */
#ifndef PERF_BASE_STEP_SORT_H
#define PERF_BASE_STEP_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct step_sort {
	uint32_t *list;			/* the numbers of the things, in the order so far; may be taken out */
	uint64_t *tied;			/* a bit for each: is it equal to the one before it in all steps so far? */
	size_t nr;
	uint64_t *keys;			/* scratch, as large as the longest run of equal ones */
	size_t cap;
};

/* What things are sorted by: a cell of each. */
struct step_cells {
	uint64_t (*of)(const void *ctx, uint32_t number);
	const void *ctx;
	int (*compare)(uint64_t a, uint64_t b);	/* their order; NULL: the smaller number first */
};

/* @list is of malloc and becomes the sort's own: @nr things, equal so far. */
void step_sort__init(struct step_sort *s, uint32_t *list, size_t nr);
void step_sort__exit(struct step_sort *s);
/* The next step. What is equal in it, too, stays in its order. */
void step_sort__by(struct step_sort *s, const struct step_cells *c);
/* Returns the end of those that are equal to that at @from. */
size_t step_sort__run_end(const struct step_sort *s, size_t from);
/* The same as step_sort__by() for one such run, of cells without a compare function. */
void step_sort__run(struct step_sort *s, const struct step_cells *c, size_t from, size_t end);
/* Writes for each thing how many different ones come before it, at its own number times @stride in @ranks, which has room for all. */
void step_sort__ranks(const struct step_sort *s, uint32_t *ranks, size_t stride);

#endif /* PERF_BASE_STEP_SORT_H */
