/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What evsel.c and evlist.c share, and what tests of those who use them need. */
#ifndef LIBPERF_EVSEL_INTERNAL_H
#define LIBPERF_EVSEL_INTERNAL_H

#include <linux/perf_event.h>
#include <perf/evsel.h>
#include <stdbool.h>

struct perf_evsel {
	struct perf_event_attr attr;
	struct perf_evsel *leader;
	struct perf_cpu_map *own_cpus;		/* owned, or NULL */
	const struct perf_cpu_map *cpus;	/* those it is open on */
	int nr_cpus, nr_threads;
	bool has_aux;				/* its driver fills an AUX area */
	bool any_thread;			/* of whole CPUs, whatever the others count */
	int cgroup;				/* a descriptor of its control group's folder; -1: it counts in all */
	struct perf_counter {
		int fd;				/* -1: not open */
		uint64_t id;
	} *counters;				/* [cpu_idx * nr_threads + thread_idx] */
	struct perf_evsel *next;		/* in its evlist */
};

struct perf_evlist;
struct perf_mmap;

/* Tests: @list has these rings, which somebody else than the kernel fills. Copies them. Returns 0 or -ENOMEM. */
int perf_evlist__attach(struct perf_evlist *list, const struct perf_mmap *rings, int nr);

#endif /* LIBPERF_EVSEL_INTERNAL_H */
