/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lengths of many calls, for their percentiles, in memory that does not grow with the calls: each is kept up to a number of them;
 * then they are counted in steps of less than 0.8 % of their length, of which there are some hundred for calls of one kind.
 */
#ifndef PERF_DEFER_DURATIONS_H
#define PERF_DEFER_DURATIONS_H

#include <stddef.h>
#include <stdint.h>

#define DURATIONS_EXACT		1024	/* that many are kept as they are */
#define DURATIONS_STEP_BITS	7	/* 128 steps between a length and twice that length */

struct durations {
	uint64_t nr, max;		/* calls; ns */
	uint64_t *list;			/* as they came, up to DURATIONS_EXACT; then NULL */
	size_t cap;
	struct duration_step {
		uint64_t nr;		/* calls */
		uint32_t step;
	} *steps;			/* by step */
	size_t nr_steps, cap_steps;
};

/* Zero-initialised is empty. */
void durations__add(struct durations *d, uint64_t ns);
/* No more are added: sorts them. */
void durations__finish(struct durations *d);
/*
 * After durations__finish(): so many percent are not longer, ns. Exact for up to DURATIONS_EXACT; of more it is the longest that
 * may be meant, at most 1/128 too long, and never longer than the longest. 0 for none.
 */
uint64_t durations__percentile(const struct durations *d, unsigned int percent);
void durations__exit(struct durations *d);

#endif /* PERF_DEFER_DURATIONS_H */
