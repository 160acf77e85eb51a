/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time that passes, divided at each moment by the number of threads that run. What one thread gets of it while it runs is
 * its share of the latency; what all get adds up to the time in which any of them ran.
 */
#ifndef PERF_OFFCPU_SHARES_H
#define PERF_OFFCPU_SHARES_H

#include <stdint.h>

struct offcpu_shares {
	uint64_t at;			/* ns: the time up to here has been divided */
	uint64_t each;			/* the share of a thread that has run all the time, thousandths of ns */
	uint32_t running;		/* threads, since @at */
};

/* Divides the time up to @time, ns. Times before what was divided already change nothing. */
static inline void offcpu_shares__until(struct offcpu_shares *s, uint64_t time)
{
	if (time <= s->at)
		return;
	if (s->running)
		s->each += (time - s->at) * 1000 / s->running;
	s->at = time;
}

#endif /* PERF_OFFCPU_SHARES_H */
