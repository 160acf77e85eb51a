/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How often samples are taken, where nobody has said it and the machine cannot follow. To take a sample costs time whether or not there is
 * room for it; where most are lost, that time is missing to write the others, and the more of them there are, the fewer are written.
 */
#ifndef PERF_RECORD_ADAPT_RATE_H
#define PERF_RECORD_ADAPT_RATE_H

#include <stdint.h>

#include "util/record/counters.h"

struct adapt_rate {
	uint64_t freq;			/* samples a second, as they are asked for now; 0: it stays as it is */
	int64_t since;			/* when this stretch of time began, ns of the clock; 0: there is none yet */
	uint64_t samples, lost;		/* counts at that time */
	unsigned int nr_losing;		/* stretches on end in which too much was lost, and all of these together: */
	int64_t some_ns;
	uint64_t some_samples, some_lost;
};

/*
 * Returns the rate that events of @evlist have by default, when they are open; 0: none has one, @opts says another, or it cannot be changed: of
 * tasks, the kernel changes it for those alone that were there at the beginning.
 */
uint64_t adapt_rate__default(const struct evlist *evlist, const struct record_opts *opts);
/*
 * To be called now and then with the time (ns of any clock that goes on), and with how many samples were written and how many records
 * were lost since the beginning. Returns the rate from now on, which is in a->freq then, if it is to be a lower one; else 0.
 */
uint64_t adapt_rate__heed(struct adapt_rate *a, int64_t now, uint64_t samples, uint64_t lost);

/* Sets the rate of those events of @c that have one by default. Returns 0, or the first negative errno. */
int counters__lower_rate(struct counters *c, uint64_t freq);

#endif /* PERF_RECORD_ADAPT_RATE_H */
