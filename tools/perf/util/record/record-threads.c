// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-threads.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/threads.h"
#include "util/record/record-thread.h"
#include "util/record/thread-spec.h"

/* Those of all events: with -C there are more than the first one has. NULL: no memory. Caller deletes. */
static struct perf_cpu_map *cpus_of_rings(const struct recorder *r)
{
	const struct perf_evsel *p = perf_evlist__next(r->counters.list, NULL);
	struct perf_cpu_map *all = perf_cpu_map__merge(perf_evsel__cpus(p), perf_evsel__cpus(p));

	while (all && (p = perf_evlist__next(r->counters.list, p))) {
		struct perf_cpu_map *more = perf_cpu_map__merge(all, perf_evsel__cpus(p));

		perf_cpu_map__delete(all);
		all = more;
	}
	return all;
}

int record_threads__new(struct record_threads **ret, struct recorder *r)
{
	struct record_threads *all = xzalloc(sizeof(*all));
	struct perf_cpu_map *cpus = cpus_of_rings(r);
	int err;

	*ret = all;
	all->r = r;
	all->over_fd = all->news_fd = -1;
	pthread_mutex_init(&all->files_lock, NULL);
	sem_init(&all->ready, 0, 0);
	atomic_init(&all->bytes, 0);
	atomic_init(&all->samples, 0);
	atomic_init(&all->lost, 0);
	atomic_init(&all->failed, false);
	atomic_init(&all->nr_alive, 0);
	err = cpus ? thread_shares__parse(&all->shares, r->opts->threads_spec, cpus, r->diag)
		   : diag__msg(r->diag, -ENOMEM, "out of memory");
	perf_cpu_map__delete(cpus);
	return err;
}

int record_threads__start(struct record_threads *all)
{
	struct recorder *r = all->r;
	size_t i;
	int err;

	all->over_fd = eventfd(0, EFD_CLOEXEC);
	all->news_fd = eventfd(0, EFD_CLOEXEC);
	if (all->over_fd < 0 || all->news_fd < 0)
		return diag__msg(r->diag, -errno, "cannot make an eventfd: %s", strerror(errno));
	all->list = xcalloc(all->shares.nr, sizeof(*all->list));
	for (i = 0; i < all->shares.nr; i++, all->nr++) {
		struct record_thread *t = &all->list[i];

		t->all = all;
		t->affinity = all->shares.list[i].affinity;
		err = record_thread__init(t, all->shares.list[i].cpus, i);
		if (err) {
			all->nr++;
			return err;
		}
	}
	atomic_store(&all->nr_alive, all->nr);
	for (i = 0; i < all->nr; i++, all->nr_running++) {
		err = thread__create(&all->list[i].thread, record_thread__run, &all->list[i]);
		if (err)
			return diag__msg(r->diag, -err, "cannot start thread %zu of %zu: %s", i + 1, all->nr,
					 strerror(err));
	}
	/* A new thread may wait for its first turn while others fill its rings: the events are off until then. */
	for (i = 0; i < all->nr; i++)
		while (sem_wait(&all->ready) && errno == EINTR)
			;
	pr_debug("%zu threads empty the ring buffers\n", all->nr);
	return 0;
}

int record_threads__wait(const struct record_threads *all, int timeout_ms, const sigset_t *mask,
			 const int also[2])
{
	struct timespec ts = { timeout_ms / 1000, timeout_ms % 1000 * 1000000L };
	struct pollfd news[3] = { { .fd = all->news_fd, .events = POLLIN },
				  { .fd = also[0], .events = POLLIN }, { .fd = also[1], .events = POLLIN } };
	uint64_t count;

	if (ppoll(news, 3, timeout_ms < 0 ? NULL : &ts, mask) < 0)
		return -errno;
	if (news[0].revents & POLLIN)
		(void)!read(all->news_fd, &count, sizeof(count));
	return 0;
}

bool record_threads__ended(const struct record_threads *all)
{
	return !atomic_load(&all->nr_alive);
}

bool record_threads__running(const struct record_threads *t)
{
	return t->nr_running != 0;
}

bool record_threads__failed(const struct record_threads *t)
{
	return atomic_load(&t->failed);
}

uint64_t record_threads__bytes(const struct record_threads *t)
{
	return atomic_load(&t->bytes);
}

static void join(struct record_threads *all)
{
	if (all->nr_running)
		(void)eventfd_write(all->over_fd, 1);
	while (all->nr_running)
		pthread_join(all->list[--all->nr_running].thread, NULL);
}

void record_threads__losses(const struct record_threads *t, uint64_t *ret_samples, uint64_t *ret_lost)
{
	*ret_samples = atomic_load(&t->samples);
	*ret_lost = atomic_load(&t->lost);
}

void record_threads__take_memory(struct record_threads *all, void (*fn)(void *ctx, const void *record, size_t size), void *ctx)
{
	struct perf_event_header h;
	struct strbuf taken;
	size_t pos;

	pthread_mutex_lock(&all->files_lock);
	taken = all->memory;
	all->memory = (struct strbuf)STRBUF_INIT;
	pthread_mutex_unlock(&all->files_lock);
	for (pos = 0; pos < taken.len; pos += h.size) {
		memcpy(&h, taken.buf + pos, sizeof(h));
		fn(ctx, taken.buf + pos, h.size);
	}
	strbuf__exit(&taken);
}

int record_threads__finish(struct record_threads *all)
{
	int err = 0;
	size_t i;

	join(all);
	for (i = 0; i < all->nr; i++) {
		int failed = record_thread__finish(&all->list[i]);

		if (!err)
			err = failed;
	}
	return err;
}

void record_threads__delete(struct record_threads *all)
{
	size_t i;

	if (!all)
		return;
	join(all);
	for (i = 0; i < all->nr; i++)
		record_thread__exit(&all->list[i]);
	free(all->list);
	thread_shares__exit(&all->shares);
	if (all->over_fd >= 0)
		close(all->over_fd);
	if (all->news_fd >= 0)
		close(all->news_fd);
	strbuf__exit(&all->memory);
	pthread_mutex_destroy(&all->files_lock);
	sem_destroy(&all->ready);
	free(all);
}
