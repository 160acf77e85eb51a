// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The ring buffers of a list's events: which events write to which of them, and their AUX areas. */
#include "evlist-internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

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
	return evsel == list->first || !ring ? perf_evlist__wait_for(list, fd) : 0;
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
