/* SPDX-License-Identifier: GPL-2.0-only */
/* Knows which thread ran on a CPU at which time, from ITRACE_START and SWITCH records and sched_switch samples. */
#ifndef PERF_AUXTRACE_TRACE_THREADS_H
#define PERF_AUXTRACE_TRACE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"

struct record;
struct sample_id;
struct evsel;
struct perf_sample;

struct trace_thread {
	uint64_t time;			/* from this time on, ns */
	uint32_t pid, tid;
};

/* The threads of one CPU, in time order. */
struct trace_cpu {
	struct trace_thread *threads;
	size_t nr, cap;
};

U64_MAP(trace_cpus, struct trace_cpu *)

/* Zero-initialised is empty. */
struct trace_threads {
	struct trace_cpus cpus;		/* CPU -> struct trace_cpu *, owned */
};

void trace_threads__exit(struct trace_threads *t);
/* Call it for each record (@r, @id) or sample (@evsel, @sample) of the recording, in time order. */
void trace_threads__add(struct trace_threads *t, const struct record *r, const struct sample_id *id,
			const struct evsel *evsel, const struct perf_sample *sample);
/*
 * Sets *@ret to the thread that ran on @cpu at @time (ns), or to the first known one if @time is earlier. Returns
 * false if nothing is known about @cpu. *@hint, 0 at first, makes calls in time order fast.
 */
bool trace_threads__at(const struct trace_threads *t, uint32_t cpu, uint64_t time, size_t *hint,
		       struct trace_thread *ret);

#endif /* PERF_AUXTRACE_TRACE_THREADS_H */
