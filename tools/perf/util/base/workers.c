// SPDX-License-Identifier: GPL-2.0-only
/*
 * A thread that starts costs more than what a batch of rows takes, and one that ends gives its stack back, for which the kernel interrupts
 * all CPUs that have run this process. So they stay. Whoever waits sleeps: a worker until there is work, the one that has them until all
 * that have begun are through. Who wakes late finds that its help is not wanted any more, and nobody waits for it.
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
	bool busy;			/* workers__begin() without workers__end() */
	pthread_mutex_t lock;
	pthread_cond_t wanted, done;	/* @left or @home has changed; @working is 0 */
	/* Under the lock: */
	void (*work)(void *ctx, unsigned int number);
	void *ctx;
	unsigned int left;		/* so many more may begin */
	unsigned int begun, working;
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

static void *thread_main(void *arg)
{
	struct workers *w = arg;
	unsigned int number;

	pthread_mutex_lock(&w->lock);
	for (;;) {
		while (!w->left && !w->home)
			pthread_cond_wait(&w->wanted, &w->lock);
		if (w->home)
			break;
		w->left--;
		w->working++;
		number = ++w->begun;
		pthread_mutex_unlock(&w->lock);
		w->work(w->ctx, number);
		pthread_mutex_lock(&w->lock);
		if (!--w->working)
			pthread_cond_signal(&w->done);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

unsigned int workers__begin(struct workers *w, unsigned int nr, void (*work)(void *ctx, unsigned int number), void *ctx)
{
	unsigned int i;

	if (!w || w->busy)
		return 0;
	while (w->nr < nr && w->nr < w->most)
		if (thread__start(&w->threads[w->nr], thread_main, w))
			w->most = w->nr;
		else
			w->nr++;
	nr = nr < w->nr ? nr : w->nr;
	if (!nr)
		return 0;
	w->busy = true;
	pthread_mutex_lock(&w->lock);
	w->work = work;
	w->ctx = ctx;
	w->begun = 0;
	w->left = nr;
	for (i = 0; i < nr; i++)
		pthread_cond_signal(&w->wanted);
	pthread_mutex_unlock(&w->lock);
	/* Where threads have one CPU in turn, as under valgrind, who was woken begins before most is done. */
	sched_yield();
	return nr;
}

void workers__end(struct workers *w)
{
	pthread_mutex_lock(&w->lock);
	w->left = 0;
	while (w->working)
		pthread_cond_wait(&w->done, &w->lock);
	pthread_mutex_unlock(&w->lock);
	w->busy = false;
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
	bool shared = others > 1 && workers__begin(w, others - 1, take_pieces, &p);

	take_pieces(&p, 0);
	if (shared)
		workers__end(w);
}
