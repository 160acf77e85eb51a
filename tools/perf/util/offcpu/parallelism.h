/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many of the recorded threads ran at the same time, from records of context switches (`perf record --latency`).
 * If N other threads ran at the same time, 1/(N+1) of a thread's time is its share of the latency.
 */
#ifndef PERF_OFFCPU_PARALLELISM_H
#define PERF_OFFCPU_PARALLELISM_H

#include <stdbool.h>
#include <stdint.h>

struct record;

struct parallelism {
	int64_t running;		/* may be outside of its bounds if records were lost */
	unsigned int most;		/* CPUs */
};

/* @nr_cpus: of the machine; 0: not known. */
void parallelism__init(struct parallelism *p, unsigned int nr_cpus);
/* To be called with every record in the order of time; records about other things are ignored. */
void parallelism__event(struct parallelism *p, const struct record *r);
/* From 1 to the number of CPUs. */
unsigned int parallelism__now(const struct parallelism *p);

#endif /* PERF_OFFCPU_PARALLELISM_H */
