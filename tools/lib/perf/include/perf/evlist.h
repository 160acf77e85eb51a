/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The events of one session, and the ring buffers they share: one for each CPU, or, with
 * perf_cpu_map__any(), one for each task.
 *
 *	perf_evlist__add(list, evsel);
 *	perf_evlist__set_maps(list, cpus, threads);
 *	err = perf_evsel__open(...) for each, leaders first;
 *	err = perf_evlist__mmap(list, 128);
 *	perf_evlist__enable(list);
 *	while (perf_evlist__poll(list, -1, NULL) > 0)
 *		for (i = 0; i < perf_evlist__nr_mmaps(list); i++)
 *			... perf_mmap__next(perf_evlist__ring(list, i)) ...
 */
#ifndef LIBPERF_EVLIST_H
#define LIBPERF_EVLIST_H

#include <stdbool.h>
#include <stddef.h>

#include <perf/evsel.h>
#include <perf/mmap.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_evlist;

/* NULL: no memory. */
struct perf_evlist *perf_evlist__new(void);
/* Unmaps, closes and frees everything. May be NULL. */
void perf_evlist__delete(struct perf_evlist *list);
/* Takes @evsel over. */
void perf_evlist__add(struct perf_evlist *list, struct perf_evsel *evsel);
/* The event behind @evsel; the first with NULL; NULL at the end. */
struct perf_evsel *perf_evlist__next(const struct perf_evlist *list,
				     const struct perf_evsel *evsel);
/* Where to count; takes both over. Events with CPUs of their own keep those. */
void perf_evlist__set_maps(struct perf_evlist *list, struct perf_cpu_map *cpus,
			   struct perf_thread_map *threads);
const struct perf_cpu_map *perf_evlist__cpus(const struct perf_evlist *list);
const struct perf_thread_map *perf_evlist__threads(const struct perf_evlist *list);

/*
 * Opens all events, in order. Returns 0; or negative errno, with the event that failed in
 * @ret_evsel and its place in @ret_where (each may be NULL); what was opened before stays open.
 */
int perf_evlist__open(struct perf_evlist *list, struct perf_evsel **ret_evsel,
		      struct perf_open_error *ret_where);
void perf_evlist__close(struct perf_evlist *list);
/*
 * Maps rings of @pages pages (a power of two) and sends every event's records into the ring of its
 * CPU (or task). Returns 0 or negative errno (see perf_mmap__map()); nothing is mapped then.
 */
int perf_evlist__mmap(struct perf_evlist *list, size_t pages);
/*
 * Maps an AUX area of @pages pages beside each ring that an event with an AUX area owns. Returns 0,
 * -ENOENT: there is no such event, or perf_mmap__map_aux()'s errno; some may be mapped then
 * (perf_evlist__munmap()).
 */
int perf_evlist__mmap_aux(struct perf_evlist *list, size_t pages, bool overwrite);
void perf_evlist__munmap(struct perf_evlist *list);
int perf_evlist__nr_mmaps(const struct perf_evlist *list);
/* Borrowed; valid until munmap. */
struct perf_mmap *perf_evlist__ring(struct perf_evlist *list, int idx);

/* Leaders switch their groups. Return 0 or the first failure's negative errno. */
int perf_evlist__enable(struct perf_evlist *list);
int perf_evlist__disable(struct perf_evlist *list);

/* One more descriptor to wait for. Returns 0 or -ENOMEM. */
int perf_evlist__add_pollfd(struct perf_evlist *list, int fd);
/* Not any more. */
void perf_evlist__remove_pollfd(struct perf_evlist *list, int fd);
/*
 * Waits until a ring is half full, a descriptor of perf_evlist__add_pollfd() becomes readable, a
 * counted task ends, or @timeout_ms have passed (-1: for ever); @mask is a sigset_t, or NULL, as
 * for ppoll(2). Returns how many descriptors had news, 0 on time-out, negative errno (-EINTR: a
 * signal).
 */
int perf_evlist__poll(struct perf_evlist *list, int timeout_ms, const void *mask);
/*
 * How many counters still have a task to count (all, when whole CPUs are counted), as of the last
 * poll.
 */
int perf_evlist__nr_alive(const struct perf_evlist *list);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_EVLIST_H */
