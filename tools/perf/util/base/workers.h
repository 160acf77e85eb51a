/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Threads that work for one that has them: started when there is work for them, asleep between one work and the next. What they share is
 * that thread's: all functions here but workers__jobs() are for it alone.
 */
#ifndef PERF_BASE_WORKERS_H
#define PERF_BASE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct workers;

/* What threads are to do. The caller's, zeros at first; its members are for workers.c. */
struct work {
	void (*fn)(void *ctx, unsigned int number);
	void *ctx;
	unsigned int left;		/* so many more may begin */
	unsigned int begun, working;
	struct work *next;		/* of those that threads may still begin */
};

/* Returns an object for up to @jobs threads (1 or more), the caller's among them; none is started yet. Owned by the caller. */
struct workers *workers__new(unsigned int jobs);
/* Ends the threads; none works any more. NULL is fine. */
void workers__delete(struct workers *w);
/* How many threads work at most, the caller's among them; of NULL 1. */
unsigned int workers__jobs(const struct workers *w);

/*
 * Calls @piece with the numbers from 0 to @nr - 1, each once: in this thread and in others, at the same time and in any order. Returns
 * when all is done. However few threads could be started, or have nothing else to do, or without @w (NULL), this one does it.
 */
void workers__share(struct workers *w, size_t nr, void (*piece)(void *ctx, size_t number), void *ctx);
/*
 * Has up to @nr other threads call @fn, each once, with a number of its own from 1 on, as soon as they have done what was begun before.
 * Does not wait. Returns how many may call it; 0: there are none. Else @work is in use until workers__end().
 */
unsigned int workers__begin(struct workers *w, struct work *work, unsigned int nr, void (*fn)(void *ctx, unsigned int number), void *ctx);
/* May a thread be at @work, or still begin it? */
bool workers__is_begun(struct workers *w, const struct work *work);
/* Who has not begun @work will not; waits for those that have, to whom it was told in another way that they shall come to an end. */
void workers__end(struct workers *w, struct work *work);
/* Ends the threads when they have done what they have begun, as for fork(). They are started again when there is work. NULL is fine. */
void workers__send_home(struct workers *w);

#endif /* PERF_BASE_WORKERS_H */
