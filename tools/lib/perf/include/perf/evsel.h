/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * One event: an attr, and the counters that were opened with it, one for each CPU and task that it counts.
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

/* The values of one counter. Fields that attr.read_format does not ask for are 0. */
struct perf_counts {
	uint64_t value;
	uint64_t enabled, running;	/* ns */
	uint64_t id, lost;		/* lost: how many of its records did not fit into the ring */
};

/* The counter that could not be opened. */
struct perf_open_error {
	int cpu;
	pid_t tid;
};

/* Copies @attr, attr->size included. Returns NULL if there is no memory. */
struct perf_evsel *perf_evsel__new(const struct perf_event_attr *attr);
/* Also closes its counters. @evsel may be NULL. */
void perf_evsel__delete(struct perf_evsel *evsel);

/* Returns the attr, which may be changed before the event is opened. Valid as long as @evsel. */
struct perf_event_attr *perf_evsel__attr(struct perf_evsel *evsel);
/*
 * Puts @evsel into the group that @leader leads; both must be opened with the same maps, the leader
 * first.
 */
void perf_evsel__set_leader(struct perf_evsel *evsel, struct perf_evsel *leader);
/* Returns the leader of its group; an event without a group is its own leader. */
struct perf_evsel *perf_evsel__leader(struct perf_evsel *evsel);
/* Gives the event CPUs of its own, instead of those of its list. @cpus belongs to @evsel from now on. */
void perf_evsel__set_cpus(struct perf_evsel *evsel, struct perf_cpu_map *cpus);
/* Says that its driver fills an AUX area. The event then owns the rings of its CPUs (or tasks), because the area needs that. */
void perf_evsel__set_has_aux(struct perf_evsel *evsel, bool has_aux);
/* Makes the event count whole CPUs even if the others of its list count tasks. To be called before it is opened. */
void perf_evsel__set_any_thread(struct perf_evsel *evsel, bool any_thread);
/*
 * Makes the event count only what runs in a control group, given by a descriptor of its folder, on whole CPUs: to be called before
 * it is opened, as one of all tasks (perf_thread_map__any()). @fd is borrowed, and only needed while the event is opened; -1:
 * every group.
 */
void perf_evsel__set_cgroup(struct perf_evsel *evsel, int fd);
/* Returns the CPUs on which it was opened, borrowed; before that those of its own, or NULL if it has none. */
const struct perf_cpu_map *perf_evsel__cpus(const struct perf_evsel *evsel);

/*
 * Opens a counter for each CPU and each task. Tasks that have ended since @threads was made are
 * left out, as long as at least one task is left. Returns 0, -ENOMEM, or the negative errno of perf_event_open(2) with
 * @ret_where (may be NULL) set; after a failure no counter is open. @cpus is borrowed and must outlive
 * @evsel; it is not used if perf_evsel__set_cpus() has given the event CPUs of its own.
 */
int perf_evsel__open(struct perf_evsel *evsel, const struct perf_cpu_map *cpus,
		     const struct perf_thread_map *threads, struct perf_open_error *ret_where);
/* Closes all counters. */
void perf_evsel__close(struct perf_evsel *evsel);
/*
 * Returns the file descriptor of a counter by the indexes of its CPU and task in the maps, borrowed; -1 if that task has
 * ended.
 */
int perf_evsel__fd(const struct perf_evsel *evsel, int cpu_idx, int thread_idx);
int perf_evsel__nr_threads(const struct perf_evsel *evsel);
/* Returns the kernel's id of that counter, which its records contain; 0 if there is no such counter. */
uint64_t perf_evsel__id(const struct perf_evsel *evsel, int cpu_idx, int thread_idx);
/*
 * Reads a counter. It may belong to a group that is read together (PERF_FORMAT_GROUP) if PERF_FORMAT_ID is set, too. Returns 0
 * or negative errno.
 */
int perf_evsel__read(const struct perf_evsel *evsel, int cpu_idx, int thread_idx,
		     struct perf_counts *ret);
/* Start or stop all counters. Return 0, or the negative errno of the first failure. */
int perf_evsel__enable(struct perf_evsel *evsel);
int perf_evsel__disable(struct perf_evsel *evsel);
/*
 * Sets a filter expression of the kernel for each counter of a tracepoint. Returns 0 or negative errno.
 */
int perf_evsel__set_filter(struct perf_evsel *evsel, const char *filter);
/*
 * Moves each counter of a breakpoint to the address in @attr, whose other fields must be the same as those that the kernel has
 * now. Returns 0 or negative errno.
 */
int perf_evsel__modify(struct perf_evsel *evsel, const struct perf_event_attr *attr);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_EVSEL_H */
