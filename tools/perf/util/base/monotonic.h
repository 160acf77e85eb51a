/* SPDX-License-Identifier: GPL-2.0-only */
/* The clock that only goes on, whatever somebody does to the time of day. It stands still while the machine sleeps. */
#ifndef PERF_BASE_MONOTONIC_H
#define PERF_BASE_MONOTONIC_H

#include <stdint.h>
#include <time.h>

static inline int64_t monotonic__ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static inline int64_t monotonic__ms(void)
{
	return monotonic__ns() / 1000000;
}

#endif /* PERF_BASE_MONOTONIC_H */
