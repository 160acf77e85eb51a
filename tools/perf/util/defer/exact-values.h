/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Collects numbers, and tells which of them has a place in their order: exactly, in memory that does not grow with how many they are.
 *
 * Up to EXACT_VALUES_LIST of them are a list. If there are more, those below EXACT_VALUES_SMALL are counted, a counter for each number,
 * and whenever the list of the others is full, it is sorted and goes into a temporary file as a run. Nothing is merged: where a
 * number stands among all is the sum of where it stands in each run, which a few looks into the file tell.
 */
#ifndef PERF_DEFER_EXACT_VALUES_H
#define PERF_DEFER_EXACT_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXACT_VALUES_SMALL	(1U << 20)
#define EXACT_VALUES_BLOCK	(1U << 12)
#define EXACT_VALUES_LIST	(1U << 16)	/* how many the list holds; a run has as many */

struct exact_values {
	uint64_t *list;			/* in the order of adding, but for the first @nr_sorted */
	size_t nr_list, cap_list, nr_sorted;
	uint64_t *small;		/* how many there are of each; NULL: all are in the list */
	uint64_t *blocks;		/* sums of EXACT_VALUES_BLOCK counters */
	const uint64_t *runs;		/* the temporary file as it was mapped last; NULL: it was not yet */
	size_t nr_runs, nr_mapped;
	int file;			/* its descriptor + 1; 0: there is none */
	bool no_file;			/* no run can be written any more: the list grows */
};

/* Adds @nr values. A zero-initialised @v is empty. Where no temporary file can be written, the list grows instead. */
void exact_values__add(struct exact_values *v, const uint64_t *values, size_t nr);
/* Returns how many values there are that are not larger than @value. */
uint64_t exact_values__at_most(struct exact_values *v, uint64_t value);
/* Returns how many values there are. */
uint64_t exact_values__nr(struct exact_values *v);
/* Returns the value that @percent of all values do not exceed (100: the largest one); 0 if there are none. */
uint64_t exact_values__percentile(struct exact_values *v, double percent);
void exact_values__exit(struct exact_values *v);

#endif /* PERF_DEFER_EXACT_VALUES_H */
