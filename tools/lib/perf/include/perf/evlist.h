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

/* Returns NULL if there is no memory. */
struct perf_evlist *perf_evlist__new(void);
/* Unmaps, closes and frees everything. @list may be NULL. */
void perf_evlist__delete(struct perf_evlist *list);
/* Adds @evsel at the end; it belongs to @list from now on. */
void perf_evlist__add(struct perf_evlist *list, struct perf_evsel *evsel);
/* Returns the event that follows @evsel, the first one if @evsel is NULL, and NULL at the end. */
struct perf_evsel *perf_evlist__next(const struct perf_evlist *list,
				     const struct perf_evsel *evsel);
/*
 * Says on which CPUs and for which tasks to count; both maps belong to @list from now on. Events with CPUs of their own keep
 * those.
 */
void perf_evlist__set_maps(struct perf_evlist *list, struct perf_cpu_map *cpus,
			   struct perf_thread_map *threads);
const struct perf_cpu_map *perf_evlist__cpus(const struct perf_evlist *list);
const struct perf_thread_map *perf_evlist__threads(const struct perf_evlist *list);

/*
 * Opens all events, in order. Returns 0; or negative errno, with the event that failed in
 * @ret_evsel and its CPU and task in @ret_where (each may be NULL); events that were opened before it stay open.
 */
int perf_evlist__open(struct perf_evlist *list, struct perf_evsel **ret_evsel,
		      struct perf_open_error *ret_where);
void perf_evlist__close(struct perf_evlist *list);
/*
 * Maps rings of @pages pages (a power of two) and directs the records of each event to the ring of its
 * CPU (or task). Returns 0, or negative errno (see perf_mmap__map()) with nothing mapped.
 */
int perf_evlist__mmap(struct perf_evlist *list, size_t pages);
/*
 * Maps an AUX area of @pages pages beside each ring that an event with an AUX area owns. Returns 0;
 * -ENOENT if there is no such event; or the negative errno of perf_mmap__map_aux(). If it fails, some areas may be mapped, which
 * perf_evlist__munmap() undoes.
 */
int perf_evlist__mmap_aux(struct perf_evlist *list, size_t pages, bool overwrite);
void perf_evlist__munmap(struct perf_evlist *list);
int perf_evlist__nr_mmaps(const struct perf_evlist *list);
/* Returns the ring at @idx (0 to nr - 1): borrowed, and valid until munmap. */
struct perf_mmap *perf_evlist__ring(struct perf_evlist *list, int idx);

/*
 * Switch all events on, or off; the leader of a group switches its members. Return 0, or the negative errno of the first
 * failure.
 */
int perf_evlist__enable(struct perf_evlist *list);
int perf_evlist__disable(struct perf_evlist *list);

/* perf_evlist__poll() also waits for @fd from now on. Returns 0 or -ENOMEM. */
int perf_evlist__add_pollfd(struct perf_evlist *list, int fd);
/* perf_evlist__poll() does not wait for @fd any more. */
void perf_evlist__remove_pollfd(struct perf_evlist *list, int fd);
/*
 * Waits until a ring is half full, a descriptor of perf_evlist__add_pollfd() becomes readable, a
 * counted task ends, or @timeout_ms have passed (-1: waits for ever). @mask is a sigset_t or NULL, as
 * for ppoll(2). Returns the number of descriptors that are ready, 0 after a time-out, or negative errno (-EINTR: a
 * signal came).
 */
int perf_evlist__poll(struct perf_evlist *list, int timeout_ms, const void *mask);
/*
 * Returns how many counters still have a task to count, as of the last poll. If whole CPUs are counted, these are all
 * counters.
 */
int perf_evlist__nr_alive(const struct perf_evlist *list);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_EVLIST_H */
