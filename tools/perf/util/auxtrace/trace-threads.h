/* SPDX-License-Identifier: GPL-2.0-only */
/* Who ran on a CPU when: from ITRACE_START, SWITCH records and sched_switch samples. */
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
	uint64_t time;			/* ns: from here on */
	uint32_t pid, tid;
};

/* Of one CPU, in time order. */
struct trace_cpu {
	struct trace_thread *threads;
	size_t nr, cap;
};

/* Zero-initialised is empty. */
struct trace_threads {
	struct u64map cpus;		/* CPU -> struct trace_cpu *, owned */
};

void trace_threads__exit(struct trace_threads *t);
/* A record or sample of the recording, in time order. */
void trace_threads__add(struct trace_threads *t, const struct record *r, const struct sample_id *id,
			const struct evsel *evsel, const struct perf_sample *sample);
/*
 * Who ran on @cpu at @time; before the first that is known, that one. False: nothing is known. *@hint (0 at
 * first) makes asking in time order cheap.
 */
bool trace_threads__at(const struct trace_threads *t, uint32_t cpu, uint64_t time, size_t *hint,
		       struct trace_thread *ret);

#endif /* PERF_AUXTRACE_TRACE_THREADS_H */
