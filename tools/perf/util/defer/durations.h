/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Collects the lengths of many calls, for percentiles, in memory that does not grow with the number of calls: the first
 * DURATIONS_EXACT lengths are kept as they are; if there are more, all are counted in steps of less than 0.8 % of the
 * length. Calls of one kind need some hundred steps.
 */
#ifndef PERF_DEFER_DURATIONS_H
#define PERF_DEFER_DURATIONS_H

#include <stddef.h>
#include <stdint.h>

#define DURATIONS_EXACT		1024	/* how many lengths are kept as they are */
#define DURATIONS_STEP_BITS	7	/* 128 steps between a length and twice this length */

struct text_out;

struct durations {
	uint64_t nr, max;		/* number of calls; the longest one, ns */
	uint64_t *list;			/* ns; in the order of adding; NULL if there are more than DURATIONS_EXACT */
	size_t cap;
	struct duration_step {
		uint64_t nr;		/* calls */
		uint32_t step;
	} *steps;			/* sorted by step */
	size_t nr_steps, cap_steps;
};

/* Adds the length of a call, @ns. A zero-initialised @d is empty. */
void durations__add(struct durations *d, uint64_t ns);
/* Sorts the lengths. Call it after the last durations__add(). */
void durations__finish(struct durations *d);
/*
 * Returns the length, ns, that @percent of the calls do not exceed; 0 if there are no calls. Call it after
 * durations__finish(). The result is exact for up to DURATIONS_EXACT calls. For more it is the upper end of a step: at most
 * 1/128 too long, and never longer than the longest call.
 */
uint64_t durations__percentile(const struct durations *d, unsigned int percent);
void durations__exit(struct durations *d);

/* Prints a blank, and @ns in milliseconds with six digits behind the point, which is exact, @width characters wide. */
void durations__print_ms(struct text_out *out, uint64_t ns, int width);

#endif /* PERF_DEFER_DURATIONS_H */
