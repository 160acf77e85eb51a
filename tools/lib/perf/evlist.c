// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "evlist-internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>


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

int perf_evlist__wait_for(struct perf_evlist *list, int fd)
{
	if (list->nr_pollfds == list->cap_pollfds) {
		int cap = list->cap_pollfds ? list->cap_pollfds * 2 : 16;
		struct pollfd *p = realloc(list->pollfds, (size_t)cap * sizeof(*p));

		if (!p)
			return -ENOMEM;
		list->pollfds = p;
		list->cap_pollfds = cap;
	}
	list->pollfds[list->nr_pollfds++] = (struct pollfd){ .fd = fd, .events = POLLIN };
	return 0;
}

int perf_evlist__add_pollfd(struct perf_evlist *list, int fd)
{
	int err = perf_evlist__wait_for(list, fd);
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
