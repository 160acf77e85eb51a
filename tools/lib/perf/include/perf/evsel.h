/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * One event: an attr, and the counters opened with it, one for each CPU and task it counts.
 */
#ifndef LIBPERF_EVSEL_H
#define LIBPERF_EVSEL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <perf/cpumap.h>
#include <perf/threadmap.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_event_attr;
struct perf_evsel;

/* What one counter says. Fields that attr.read_format does not ask for are 0. */
struct perf_counts {
	uint64_t value;
	uint64_t enabled, running;	/* ns */
	uint64_t id, lost;		/* lost: records of this counter that found no room */
};

/* Which counter could not be opened. */
struct perf_open_error {
	int cpu;
	pid_t tid;
};

/* Copies @attr (attr->size included). NULL: no memory. */
struct perf_evsel *perf_evsel__new(const struct perf_event_attr *attr);
/* Closes it too. May be NULL. */
void perf_evsel__delete(struct perf_evsel *evsel);

/* The attr, to read and, before opening, to change. Valid as long as @evsel. */
struct perf_event_attr *perf_evsel__attr(struct perf_evsel *evsel);
/*
 * Puts @evsel into the group that @leader leads; both must be opened with the same maps, the leader
 * first.
 */
void perf_evsel__set_leader(struct perf_evsel *evsel, struct perf_evsel *leader);
/* Itself without a group. */
struct perf_evsel *perf_evsel__leader(struct perf_evsel *evsel);
/* CPUs of its own instead of the event list's; takes @cpus over. */
void perf_evsel__set_cpus(struct perf_evsel *evsel, struct perf_cpu_map *cpus);
/* Its driver fills an AUX area: it owns the rings of its CPUs (or tasks), as the area needs. */
void perf_evsel__set_has_aux(struct perf_evsel *evsel, bool has_aux);
/* Counts whole CPUs, also where the others count tasks. Call before opening it. */
void perf_evsel__set_any_thread(struct perf_evsel *evsel, bool any_thread);
/* The CPUs it was opened on (NULL before), borrowed. */
const struct perf_cpu_map *perf_evsel__cpus(const struct perf_evsel *evsel);

/*
 * Opens a counter for each CPU and each task. Tasks that have ended since @threads was made are
 * left out, as long as one is there. Returns 0; or negative errno of perf_event_open(2) with
 * @ret_where (may be NULL) set, and nothing is open; -ENOMEM. @cpus is borrowed and must outlive
 * the evsel; CPUs that perf_evsel__set_cpus() gave come first.
 */
int perf_evsel__open(struct perf_evsel *evsel, const struct perf_cpu_map *cpus,
		     const struct perf_thread_map *threads, struct perf_open_error *ret_where);
/* Closes all counters. */
void perf_evsel__close(struct perf_evsel *evsel);
/* The counter's file descriptor by indexes of the maps; -1: that task has ended. Borrowed. */
int perf_evsel__fd(const struct perf_evsel *evsel, int cpu_idx, int thread_idx);
int perf_evsel__nr_threads(const struct perf_evsel *evsel);
/* The kernel's id of that counter, which its records carry; 0 if there is none. */
uint64_t perf_evsel__id(const struct perf_evsel *evsel, int cpu_idx, int thread_idx);
/*
 * Reads a counter, also one of a group that is read together (PERF_FORMAT_GROUP), which needs PERF_FORMAT_ID. Returns 0
 * or negative errno.
 */
int perf_evsel__read(const struct perf_evsel *evsel, int cpu_idx, int thread_idx,
		     struct perf_counts *ret);
/* Starts or stops all counters. Return 0 or the first failure's negative errno. */
int perf_evsel__enable(struct perf_evsel *evsel);
int perf_evsel__disable(struct perf_evsel *evsel);
/*
 * Gives each counter (a tracepoint's) the kernel's filter expression. Returns 0 or negative errno.
 */
int perf_evsel__set_filter(struct perf_evsel *evsel, const char *filter);
/*
 * Moves each counter, a breakpoint's, to the address of @attr, whose other fields must be as the kernel has
 * them by now. Returns 0 or negative errno.
 */
int perf_evsel__modify(struct perf_evsel *evsel, const struct perf_event_attr *attr);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_EVSEL_H */
