// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-threads.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
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
#include "util/record/recorder-internal.h"
#include "util/record/ring-compress.h"
#include "util/record/stack-cut.h"
#include "util/record/thread-spec.h"

/* The main thread hears of losses no more often than so, however many there are. */
#define TELL_NS		(100 * 1000000LL)
/* Side-band may still trickle in after all is switched off. */
#define LAST_ROUNDS	4

struct record_thread {
	struct record_threads *all;
	pthread_t thread;
	const struct perf_cpu_map *affinity;	/* NULL: anywhere */
	struct perf_mmap **rings;	/* borrowed each */
	size_t nr_rings, cap_rings;
	struct pollfd *fds;		/* the first tells that it is over; then the rings' counters */
	size_t nr_fds, cap_fds, nr_alive;
	struct ring_stats stats;
	uint64_t told_samples, told_lost;	/* what of them is in the counts of all threads */
	int64_t told_at;		/* when the main thread last heard of a loss, ns of the monotonic clock */
	struct perf_writer *writer;
	struct drain_priority priority;
	unsigned long wakeups;
	struct diag diag;
	int err;
};

struct record_threads {
	struct recorder *r;
	struct thread_shares shares;
	struct record_thread *list;
	size_t nr, nr_running;
	int over_fd, news_fd;		/* eventfds: to the threads, and to the main thread */
	pthread_mutex_t files_lock;	/* of the recorder's set of files */
	atomic_uint_least64_t bytes;
	atomic_uint_least64_t samples, lost;	/* of all threads so far */
	atomic_bool failed;
	atomic_size_t nr_alive;		/* threads with counters that still count */
	sem_t ready;			/* each of them posts once, when it looks at its rings */
};

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static void tell(int fd)
{
	const uint64_t one = 1;

	(void)!write(fd, &one, sizeof(one));
}

/* --- in the threads -------------------------------------------------------------------------- */

static void on_file(void *ctx, const char *filename)
{
	struct record_threads *all = ctx;

	pthread_mutex_lock(&all->files_lock);
	file_set__add(&all->r->files, filename);
	pthread_mutex_unlock(&all->files_lock);
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
	tell(all->news_fd);
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
	now = now_ns();
	drain_priority__heed(&t->priority, now, fullest);
	tell_losses(t, now);
	err = total && all->r->opts->no_buffering ? perf_writer__flush(t->writer, &t->diag)
						   : perf_writer__save(t->writer, &t->diag);
	if (err)
		return err;
	bytes = atomic_fetch_add(&all->bytes, perf_writer__bytes(t->writer) - before) +
		perf_writer__bytes(t->writer) - before;
	if (limit && bytes >= limit)
		tell(all->news_fd);
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
			tell(t->all->news_fd);
	}
}

/* As the main thread waits where there are no others. */
static int wait_for(const struct record_thread *t)
{
	int until = drain_priority__wait(&t->priority, perf_writer__until_save(t->writer));

	return t->all->r->counters.wakes_late && (until < 0 || until > LOOK_MS) ? LOOK_MS : until;
}

static void *run(void *arg)
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
		tell(t->all->news_fd);
	}
	return NULL;
}

/* --- around them ----------------------------------------------------------------------------- */

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

static int set_up(struct record_thread *t, size_t idx)
{
	struct recorder *r = t->all->r;
	char *name = xasprintf("data.%zu", idx);
	int err = perf_writer__open_part(&t->writer, r->writer, name, r->diag);

	free(name);
	if (err)
		return err;
	t->diag = (struct diag)DIAG_INIT;
	t->stats.time_pos = r->stats.time_pos;
	t->stats.tally = &r->tally;
	t->stats.evlist = r->evlist;
	t->stats.halves = r->stats.halves;
	if (r->stats.on_file) {
		t->stats.on_file = on_file;
		t->stats.ctx = t->all;
	}
	if (r->stats.cut)
		t->stats.cut = stack_cut__new(r->evlist, r->opts);
	if (!r->stats.compress)
		return 0;
	t->stats.compress =
		ring_compress__new(r->opts->compression_level, r->result->ring_bytes, false, r->diag);
	return t->stats.compress ? 0 : -ENOTSUP;
}

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
		set_rings(t, all->shares.list[i].cpus);
		err = set_up(t, i);
		if (err) {
			all->nr++;
			return err;
		}
	}
	atomic_store(&all->nr_alive, all->nr);
	for (i = 0; i < all->nr; i++, all->nr_running++) {
		err = thread__create(&all->list[i].thread, run, &all->list[i]);
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
		tell(all->over_fd);
	while (all->nr_running)
		pthread_join(all->list[--all->nr_running].thread, NULL);
}

/* Completes @t's file and adds what it saw. Returns 0 or its failure, with the recorder's diag set. */
static int finish(struct record_thread *t)
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

void record_threads__losses(const struct record_threads *t, uint64_t *ret_samples, uint64_t *ret_lost)
{
	*ret_samples = atomic_load(&t->samples);
	*ret_lost = atomic_load(&t->lost);
}

int record_threads__finish(struct record_threads *all)
{
	int err = 0;
	size_t i;

	join(all);
	for (i = 0; i < all->nr; i++) {
		int failed = finish(&all->list[i]);

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
	for (i = 0; i < all->nr; i++) {
		perf_writer__delete(all->list[i].writer);
		ring_compress__delete(all->list[i].stats.compress);
		stack_cut__delete(all->list[i].stats.cut);
		free(all->list[i].rings);
		free(all->list[i].fds);
	}
	free(all->list);
	thread_shares__exit(&all->shares);
	if (all->over_fd >= 0)
		close(all->over_fd);
	if (all->news_fd >= 0)
		close(all->news_fd);
	pthread_mutex_destroy(&all->files_lock);
	sem_destroy(&all->ready);
	free(all);
}
