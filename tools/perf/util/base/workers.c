// SPDX-License-Identifier: GPL-2.0-only
/*
 * A thread that starts costs more than what a batch of rows takes, and one that ends gives its stack back, for which the kernel interrupts
 * all CPUs that have run this process. So they stay. Whoever waits sleeps: a worker until there is work, the one that has them until all
 * that have begun are through. Who wakes late finds that its help is not wanted any more, and nobody waits for it. There may be several
 * works at a time: a thread that is done with one goes on to the next.
 */
#include "util/base/workers.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/threads.h"

struct workers {
	unsigned int jobs;
	/* Of the thread that has them: */
	pthread_t *threads;
	unsigned int most;		/* so many threads: @jobs - 1, or fewer where no more could be started */
	unsigned int nr;		/* that were started */
	pthread_mutex_t lock;
	pthread_cond_t wanted, done;	/* there is work, or @home is set; nobody is at some work any more */
	/* Under the lock, with all of struct work: */
	struct work *list;		/* of which something is left, in the order in which it was begun */
	unsigned int at_work;		/* threads */
	bool home;			/* they shall end */
};

struct workers *workers__new(unsigned int jobs)
{
	struct workers *w = xzalloc(sizeof(*w));

	w->jobs = jobs;
	w->most = jobs - 1;
	w->threads = xcalloc(jobs, sizeof(*w->threads));
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->wanted, NULL);
	pthread_cond_init(&w->done, NULL);
	return w;
}

void workers__send_home(struct workers *w)
{
	if (!w || !w->nr)
		return;
	pthread_mutex_lock(&w->lock);
	w->home = true;
	pthread_cond_broadcast(&w->wanted);
	pthread_mutex_unlock(&w->lock);
	while (w->nr)
		pthread_join(w->threads[--w->nr], NULL);
	w->home = false;
}

void workers__delete(struct workers *w)
{
	if (!w)
		return;
	workers__send_home(w);
	pthread_cond_destroy(&w->done);
	pthread_cond_destroy(&w->wanted);
	pthread_mutex_destroy(&w->lock);
	free(w->threads);
	free(w);
}

unsigned int workers__jobs(const struct workers *w)
{
	return w ? w->jobs : 1;
}

static void take_from_list(struct workers *w, const struct work *work)
{
	struct work **at = &w->list;

	while (*at && *at != work)
		at = &(*at)->next;
	if (*at)
		*at = work->next;
}

/* Does a thread's part of the first work, with the lock but for the time that it takes. */
static void do_first(struct workers *w)
{
	struct work *work = w->list;
	unsigned int number = ++work->begun;

	w->at_work++;
	work->working++;
	if (!--work->left)
		w->list = work->next;
	pthread_mutex_unlock(&w->lock);
	work->fn(work->ctx, number);
	pthread_mutex_lock(&w->lock);
	w->at_work--;
	if (!--work->working)
		pthread_cond_signal(&w->done);
}

static void *thread_main(void *arg)
{
	struct workers *w = arg;

	pthread_mutex_lock(&w->lock);
	while (!w->home) {
		if (w->list)
			do_first(w);
		else
			pthread_cond_wait(&w->wanted, &w->lock);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* How many threads other work takes. */
static unsigned int nr_taken(struct workers *w)
{
	const struct work *work;
	unsigned int nr;

	pthread_mutex_lock(&w->lock);
	nr = w->at_work;
	for (work = w->list; work; work = work->next)
		nr += work->left;
	pthread_mutex_unlock(&w->lock);
	return nr;
}

static void start_threads(struct workers *w, unsigned int nr)
{
	while (w->nr < nr && w->nr < w->most)
		if (thread__start(&w->threads[w->nr], thread_main, w))
			w->most = w->nr;
		else
			w->nr++;
}

static void add_to_list(struct workers *w, struct work *work)
{
	struct work **at = &w->list;

	while (*at)
		at = &(*at)->next;
	*at = work;
}

unsigned int workers__begin(struct workers *w, struct work *work, unsigned int nr, void (*fn)(void *ctx, unsigned int number), void *ctx)
{
	unsigned int i;

	if (!w)
		return 0;
	if (w->nr < w->most)
		start_threads(w, nr + nr_taken(w));
	nr = nr < w->nr ? nr : w->nr;
	if (!nr)
		return 0;
	*work = (struct work){ .fn = fn, .ctx = ctx, .left = nr };
	pthread_mutex_lock(&w->lock);
	add_to_list(w, work);
	for (i = 0; i < nr; i++)
		pthread_cond_signal(&w->wanted);
	pthread_mutex_unlock(&w->lock);
	/* Where threads have one CPU in turn, as under valgrind, who was woken begins before most is done. */
	sched_yield();
	return nr;
}

bool workers__is_begun(struct workers *w, const struct work *work)
{
	bool begun;

	pthread_mutex_lock(&w->lock);
	begun = work->left || work->working;
	pthread_mutex_unlock(&w->lock);
	return begun;
}

void workers__end(struct workers *w, struct work *work)
{
	pthread_mutex_lock(&w->lock);
	take_from_list(w, work);
	work->left = 0;
	while (work->working)
		pthread_cond_wait(&w->done, &w->lock);
	pthread_mutex_unlock(&w->lock);
}

/* --- in pieces ------------------------------------------------------------------------------------ */

struct pieces {
	void (*piece)(void *ctx, size_t number);
	void *ctx;
	size_t nr;
	atomic_size_t next;		/* the first that nobody has taken */
};

static void take_pieces(void *ctx, unsigned int number)
{
	struct pieces *p = ctx;
	size_t next;

	(void)number;
	while ((next = atomic_fetch_add(&p->next, 1)) < p->nr)
		p->piece(p->ctx, next);
}

void workers__share(struct workers *w, size_t nr, void (*piece)(void *ctx, size_t number), void *ctx)
{
	const unsigned int jobs = workers__jobs(w), others = (unsigned int)(nr < jobs ? nr : jobs);
	struct pieces p = { .piece = piece, .ctx = ctx, .nr = nr };
	struct work work = { 0 };
	bool shared = others > 1 && workers__begin(w, &work, others - 1, take_pieces, &p);

	take_pieces(&p, 0);
	if (shared)
		workers__end(w, &work);
}
