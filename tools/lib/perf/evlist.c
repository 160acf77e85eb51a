// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <perf/evlist.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "evsel-internal.h"

struct perf_evlist {
	struct perf_evsel *first, **last;
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads;
	struct perf_mmap *mmaps;
	int nr_mmaps, cap_mmaps;
	struct pollfd *pollfds;		/* first those that were added, then the counters' */
	int nr_pollfds, cap_pollfds, nr_added;
};

struct perf_evlist *perf_evlist__new(void)
{
	struct perf_evlist *list = calloc(1, sizeof(*list));

	if (list)
		list->last = &list->first;
	return list;
}

void perf_evlist__delete(struct perf_evlist *list)
{
	struct perf_evsel *evsel, *next;

	if (!list)
		return;
	perf_evlist__munmap(list);
	for (evsel = list->first; evsel; evsel = next) {
		next = evsel->next;
		perf_evsel__delete(evsel);
	}
	perf_cpu_map__delete(list->cpus);
	perf_thread_map__delete(list->threads);
	free(list->pollfds);
	free(list);
}

void perf_evlist__add(struct perf_evlist *list, struct perf_evsel *evsel)
{
	evsel->next = NULL;
	*list->last = evsel;
	list->last = &evsel->next;
}

struct perf_evsel *perf_evlist__next(const struct perf_evlist *list, const struct perf_evsel *evsel)
{
	return evsel ? evsel->next : list->first;
}

void perf_evlist__set_maps(struct perf_evlist *list, struct perf_cpu_map *cpus,
			   struct perf_thread_map *threads)
{
	perf_cpu_map__delete(list->cpus);
	perf_thread_map__delete(list->threads);
	list->cpus = cpus;
	list->threads = threads;
}

const struct perf_cpu_map *perf_evlist__cpus(const struct perf_evlist *list)
{
	return list->cpus;
}

const struct perf_thread_map *perf_evlist__threads(const struct perf_evlist *list)
{
	return list->threads;
}

int perf_evlist__open(struct perf_evlist *list, struct perf_evsel **ret_evsel,
		      struct perf_open_error *ret_where)
{
	struct perf_evsel *evsel;

	for (evsel = list->first; evsel; evsel = evsel->next) {
		int err = perf_evsel__open(evsel, list->cpus, list->threads, ret_where);

		if (err) {
			if (ret_evsel)
				*ret_evsel = evsel;
			return err;
		}
	}
	return 0;
}

void perf_evlist__close(struct perf_evlist *list)
{
	struct perf_evsel *evsel;

	for (evsel = list->first; evsel; evsel = evsel->next)
		perf_evsel__close(evsel);
}

static int add_pollfd(struct perf_evlist *list, int fd, short events)
{
	if (list->nr_pollfds == list->cap_pollfds) {
		int cap = list->cap_pollfds ? list->cap_pollfds * 2 : 16;
		struct pollfd *p = realloc(list->pollfds, (size_t)cap * sizeof(*p));

		if (!p)
			return -ENOMEM;
		list->pollfds = p;
		list->cap_pollfds = cap;
	}
	list->pollfds[list->nr_pollfds++] = (struct pollfd){ .fd = fd, .events = events };
	return 0;
}

int perf_evlist__add_pollfd(struct perf_evlist *list, int fd)
{
	int err = add_pollfd(list, fd, POLLIN);
	struct pollfd added;

	if (err)
		return err;
	/* Keeps the added ones in front. */
	added = list->pollfds[list->nr_pollfds - 1];
	list->pollfds[list->nr_pollfds - 1] = list->pollfds[list->nr_added];
	list->pollfds[list->nr_added++] = added;
	return 0;
}

void perf_evlist__remove_pollfd(struct perf_evlist *list, int fd)
{
	int i;

	/* poll passes over negative ones. */
	for (i = 0; i < list->nr_added; i++)
		if (list->pollfds[i].fd == fd)
			list->pollfds[i].fd = -1;
}

/*
 * The ring that the counters of @cpu (or, without CPUs, of the task at @thread_idx) write to, or
 * NULL.
 */
static struct perf_mmap *find_ring(struct perf_evlist *list, const int *owners, int cpu,
				   int thread_idx)
{
	int i;

	for (i = 0; i < list->nr_mmaps; i++)
		if (list->mmaps[i].cpu == cpu && (cpu != PERF_CPU_ANY || owners[i] == thread_idx))
			return &list->mmaps[i];
	return NULL;
}

static int mmap_counter(struct perf_evlist *list, int *owners, struct perf_evsel *evsel,
			int cpu_idx, int thread_idx, size_t pages)
{
	int fd = perf_evsel__fd(evsel, cpu_idx, thread_idx),
	    cpu = perf_cpu_map__cpu(evsel->cpus, cpu_idx), err;
	struct perf_mmap *ring = find_ring(list, owners, cpu, thread_idx);

	if (fd < 0)
		return 0;
	if (!ring) {
		err = perf_mmap__map(&list->mmaps[list->nr_mmaps], fd, cpu, pages);
		if (err)
			return err;
		owners[list->nr_mmaps++] = thread_idx;
	} else if (ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd)) {
		return -errno;
	}
	/* All events of a task end together: those of the first event tell. */
	return evsel == list->first || !ring ? add_pollfd(list, fd, POLLIN) : 0;
}

/* The rings of its CPUs (or tasks): its own, or those that events before it have mapped. */
static int mmap_evsel(struct perf_evlist *list, int *owners, struct perf_evsel *evsel, size_t pages)
{
	int cpu_idx, thread_idx, err;

	for (cpu_idx = 0; cpu_idx < evsel->nr_cpus; cpu_idx++)
		for (thread_idx = 0; thread_idx < evsel->nr_threads; thread_idx++) {
			err = mmap_counter(list, owners, evsel, cpu_idx, thread_idx, pages);
			if (err)
				return err;
		}
	return 0;
}

int perf_evlist__mmap(struct perf_evlist *list, size_t pages)
{
	struct perf_evsel *evsel;
	int *owners, err = 0;
	size_t cap = 0;

	/* At most one ring for each CPU that any event has, or for each task. */
	for (evsel = list->first; evsel; evsel = evsel->next)
		cap += evsel->cpus ? (size_t)evsel->nr_cpus * (perf_cpu_map__is_any(evsel->cpus) ?
							      (size_t)evsel->nr_threads : 1) : 0;
	perf_evlist__munmap(list);
	list->mmaps = calloc(cap ? cap : 1, sizeof(*list->mmaps));
	owners = calloc(cap ? cap : 1, sizeof(*owners));
	if (!list->mmaps || !owners)
		err = -ENOMEM;
	/* An AUX area is mapped through the ring's owner. */
	for (evsel = list->first; evsel && !err; evsel = evsel->next)
		err = evsel->has_aux ? mmap_evsel(list, owners, evsel, pages) : 0;
	for (evsel = list->first; evsel && !err; evsel = evsel->next)
		err = evsel->has_aux ? 0 : mmap_evsel(list, owners, evsel, pages);
	free(owners);
	if (err)
		perf_evlist__munmap(list);
	return err;
}

int perf_evlist__attach(struct perf_evlist *list, const struct perf_mmap *rings, int nr)
{
	struct perf_mmap *copy = calloc((size_t)nr, sizeof(*copy));

	if (!copy)
		return -ENOMEM;
	memcpy(copy, rings, (size_t)nr * sizeof(*copy));
	perf_evlist__munmap(list);
	list->mmaps = copy;
	list->nr_mmaps = nr;
	return 0;
}

/* Is @fd a counter of an event with an AUX area? */
static bool is_aux_fd(const struct perf_evlist *list, int fd)
{
	const struct perf_evsel *evsel;
	int i;

	for (evsel = list->first; evsel; evsel = evsel->next)
		for (i = 0; evsel->has_aux && i < evsel->nr_cpus * evsel->nr_threads; i++)
			if (evsel->counters[i].fd == fd)
				return true;
	return false;
}

int perf_evlist__mmap_aux(struct perf_evlist *list, size_t pages, bool overwrite)
{
	int i, err = -ENOENT;

	for (i = 0; i < list->nr_mmaps; i++) {
		if (!is_aux_fd(list, list->mmaps[i].fd))
			continue;
		err = perf_mmap__map_aux(&list->mmaps[i], pages, overwrite);
		if (err)
			break;
	}
	return err;
}

void perf_evlist__munmap(struct perf_evlist *list)
{
	int i;

	for (i = 0; i < list->nr_mmaps; i++)
		perf_mmap__unmap(&list->mmaps[i]);
	free(list->mmaps);
	list->mmaps = NULL;
	list->nr_mmaps = 0;
	list->nr_pollfds = list->nr_added;
}

int perf_evlist__nr_mmaps(const struct perf_evlist *list)
{
	return list->nr_mmaps;
}

struct perf_mmap *perf_evlist__ring(struct perf_evlist *list, int idx)
{
	return &list->mmaps[idx];
}

static int for_leaders(struct perf_evlist *list, int (*fn)(struct perf_evsel *evsel))
{
	struct perf_evsel *evsel;
	int err = 0, e;

	for (evsel = list->first; evsel; evsel = evsel->next) {
		if (evsel->leader != evsel)
			continue;
		e = fn(evsel);
		if (e && !err)
			err = e;
	}
	return err;
}

int perf_evlist__enable(struct perf_evlist *list)
{
	return for_leaders(list, perf_evsel__enable);
}

int perf_evlist__disable(struct perf_evlist *list)
{
	return for_leaders(list, perf_evsel__disable);
}

/* Counters whose task has ended would wake every poll at once from here on. */
static void drop_ended(struct perf_evlist *list)
{
	int i, kept = list->nr_added;

	for (i = list->nr_added; i < list->nr_pollfds; i++)
		if (!(list->pollfds[i].revents & (POLLHUP | POLLERR | POLLNVAL)))
			list->pollfds[kept++] = list->pollfds[i];
	list->nr_pollfds = kept;
}

int perf_evlist__poll(struct perf_evlist *list, int timeout_ms, const void *mask)
{
	struct timespec ts = { timeout_ms / 1000, timeout_ms % 1000 * 1000000L };
	int n = ppoll(list->pollfds, (nfds_t)list->nr_pollfds, timeout_ms < 0 ? NULL : &ts, mask);

	if (n < 0)
		return -errno;
	if (n > 0)
		drop_ended(list);
	return n;
}

int perf_evlist__nr_alive(const struct perf_evlist *list)
{
	return list->nr_pollfds - list->nr_added;
}
