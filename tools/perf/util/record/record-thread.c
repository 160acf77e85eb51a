// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-thread.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/record/ring-compress.h"
#include "util/record/stack-cut.h"

/* The main thread hears of losses no more often than so, however many there are. */
#define TELL_NS		(100 * 1000000LL)
/* Side-band may still trickle in after all is switched off. */
#define LAST_ROUNDS	4

static void on_file(void *ctx, const char *filename)
{
	struct record_threads *all = ctx;

	pthread_mutex_lock(&all->files_lock);
	file_set__add(&all->r->files, filename);
	pthread_mutex_unlock(&all->files_lock);
}

/* What was not fetched for so long is no news. */
#define MEMORY_MOST	(256 << 10)

static void on_memory(void *ctx, const void *record, size_t size)
{
	struct record_threads *all = ctx;

	pthread_mutex_lock(&all->files_lock);
	if (all->memory.len < MEMORY_MOST)
		strbuf__add(&all->memory, record, size);
	pthread_mutex_unlock(&all->files_lock);
	(void)eventfd_write(all->news_fd, 1);
}

static void move_to_cpus(const struct record_thread *t)
{
	int i, nr = perf_cpu_map__nr(t->affinity), most = perf_cpu_map__cpu(t->affinity, nr - 1) + 1;
	cpu_set_t *set = CPU_ALLOC((size_t)most);
	size_t size = CPU_ALLOC_SIZE((size_t)most);

	if (!set)
		return;
	CPU_ZERO_S(size, set);
	for (i = 0; i < nr; i++)
		CPU_SET_S((size_t)perf_cpu_map__cpu(t->affinity, i), size, set);
	/* Elsewhere it does the same, only slower. */
	if (sched_setaffinity(0, size, set))
		pr_debug("a thread of --threads cannot run on its CPUs: %s\n", strerror(errno));
	CPU_FREE(set);
}

/*
 * The main thread lowers the rate where most is lost: as long as nothing is, it need not look. What threads without a loss have written
 * counts, too.
 */
static void tell_losses(struct record_thread *t, int64_t now)
{
	struct record_threads *all = t->all;

	atomic_fetch_add(&all->samples, t->stats.samples - t->told_samples);
	t->told_samples = t->stats.samples;
	if (t->stats.lost == t->told_lost || now - t->told_at < TELL_NS)
		return;
	t->told_at = now;
	atomic_fetch_add(&all->lost, t->stats.lost - t->told_lost);
	t->told_lost = t->stats.lost;
	(void)eventfd_write(all->news_fd, 1);
}

/* All its rings once. Returns the bytes, or negative errno. */
static int64_t drain(struct record_thread *t)
{
	struct record_threads *all = t->all;
	uint64_t before = perf_writer__bytes(t->writer), bytes, limit = all->r->opts->max_size;
	double fullest = 0;
	int64_t total = 0, now;
	size_t i;
	int err;

	for (i = 0; i < t->nr_rings; i++) {
		int64_t n = ring__drain(t->rings[i], t->writer, &t->stats, &t->diag);

		if (n < 0)
			return n;
		total += n;
		if ((double)n / (double)t->rings[i]->size > fullest)
			fullest = (double)n / (double)t->rings[i]->size;
	}
	now = monotonic__ns();
	drain_priority__heed(&t->priority, now, fullest);
	tell_losses(t, now);
	err = total && all->r->opts->no_buffering ? perf_writer__flush(t->writer, &t->diag)
						   : perf_writer__save(t->writer, &t->diag);
	if (err)
		return err;
	bytes = atomic_fetch_add(&all->bytes, perf_writer__bytes(t->writer) - before) +
		perf_writer__bytes(t->writer) - before;
	if (limit && bytes >= limit)
		(void)eventfd_write(all->news_fd, 1);
	return total;
}

/* Counters whose task has ended would wake every poll at once from here on. */
static void drop_ended(struct record_thread *t)
{
	size_t i;

	for (i = 1; i < t->nr_fds; i++) {
		if (!(t->fds[i].revents & (POLLHUP | POLLERR | POLLNVAL)))
			continue;
		t->fds[i].fd = -1;
		if (!--t->nr_alive && atomic_fetch_sub(&t->all->nr_alive, 1) == 1)
			(void)eventfd_write(t->all->news_fd, 1);
	}
}

/* As the main thread waits where there are no others. */
static int wait_for(const struct record_thread *t)
{
	int until = drain_priority__wait(&t->priority, perf_writer__until_save(t->writer));

	if (t->all->r->opts->hold_memory_files && (until < 0 || until > MEMORY_FILES_LOOK_MS))
		until = MEMORY_FILES_LOOK_MS;
	return t->all->r->counters.wakes_late && (until < 0 || until > LOOK_MS) ? LOOK_MS : until;
}

void *record_thread__run(void *arg)
{
	struct record_thread *t = arg;
	int64_t found;
	int rounds;

	if (t->affinity)
		move_to_cpus(t);
	/* What -r asks for was had by the main thread a moment ago. */
	(void)drain_priority__begin(&t->priority, t->all->r->opts, &t->diag);
	sem_post(&t->all->ready);
	do {
		if (poll(t->fds, (nfds_t)t->nr_fds, wait_for(t)) > 0) {
			t->wakeups++;
			drop_ended(t);
		}
		found = drain(t);
	} while (found >= 0 && !(t->fds[0].revents & POLLIN));
	for (rounds = 1; rounds < LAST_ROUNDS && found > 0; rounds++)
		found = drain(t);
	if (found < 0) {
		t->err = (int)found;
		atomic_store(&t->all->failed, true);
		(void)eventfd_write(t->all->news_fd, 1);
	}
	return NULL;
}

static void add_fd(struct record_thread *t, int fd)
{
	GROW(t->fds, t->nr_fds, t->cap_fds);
	t->fds[t->nr_fds++] = (struct pollfd){ .fd = fd, .events = POLLIN };
	t->nr_alive = t->nr_fds - 1;
}

static void set_rings(struct record_thread *t, const struct perf_cpu_map *cpus)
{
	struct perf_evlist *list = t->all->r->counters.list;
	const struct perf_evsel *first = perf_evlist__next(list, NULL);
	int i, thread, nr = perf_evlist__nr_mmaps(list);

	add_fd(t, t->all->over_fd);
	for (i = 0; i < nr; i++) {
		struct perf_mmap *ring = perf_evlist__ring(list, i);

		if (perf_cpu_map__idx(cpus, ring->cpu) < 0)
			continue;
		GROW(t->rings, t->nr_rings, t->cap_rings);
		t->rings[t->nr_rings++] = ring;
		add_fd(t, ring->fd);
	}
	/* A ring of several tasks wakes by any of their counters, as long as that task lives. */
	for (i = 0; i < perf_cpu_map__nr(perf_evsel__cpus(first)); i++) {
		if (perf_cpu_map__idx(cpus, perf_cpu_map__cpu(perf_evsel__cpus(first), i)) < 0)
			continue;
		for (thread = 1; thread < perf_evsel__nr_threads(first); thread++)
			if (perf_evsel__fd(first, i, thread) >= 0)
				add_fd(t, perf_evsel__fd(first, i, thread));
	}
}

int record_thread__init(struct record_thread *t, const struct perf_cpu_map *cpus, size_t idx)
{
	struct recorder *r = t->all->r;
	char *name = xasprintf("data.%zu", idx);
	int err;

	set_rings(t, cpus);
	err = perf_writer__open_part(&t->writer, r->writer, name, r->diag);
	free(name);
	if (err)
		return err;
	t->diag = (struct diag)DIAG_INIT;
	t->stats.time_pos = r->stats.time_pos;
	t->stats.tally = &r->tally;
	t->stats.evlist = r->evlist;
	t->stats.halves = r->stats.halves;
	t->stats.on_file = r->stats.on_file ? on_file : NULL;
	t->stats.on_memory = r->stats.on_memory ? on_memory : NULL;
	t->stats.ctx = t->all;
	if (r->stats.cut)
		t->stats.cut = stack_cut__new(r->evlist, r->opts);
	if (!r->stats.compress)
		return 0;
	t->stats.compress =
		ring_compress__new(r->opts->compression_level, r->result->ring_bytes, false, r->diag);
	return t->stats.compress ? 0 : -ENOTSUP;
}

int record_thread__finish(struct record_thread *t)
{
	struct recorder *r = t->all->r;
	struct diag *diag = t->err ? &t->diag : r->diag;
	int err = perf_writer__finish(t->writer, diag);

	r->result->gone |= err == -ENOENT;
	if (t->err && !diag__is_set(r->diag))
		*r->diag = t->diag;
	ring_stats__add(&r->stats, &t->stats);
	if (t->stats.compress)
		ring_compress__add(r->stats.compress, t->stats.compress);
	r->stats.samples -= recorder__dropped_samples(t->writer, t->stats.samples);
	r->result->file_size += perf_writer__total(t->writer);
	r->result->dropped += perf_writer__dropped(t->writer);
	r->result->wakeups += t->wakeups;
	return t->err ? t->err : err;
}

void record_thread__exit(struct record_thread *t)
{
	perf_writer__delete(t->writer);
	ring_compress__delete(t->stats.compress);
	stack_cut__delete(t->stats.cut);
	free(t->rings);
	free(t->fds);
}
