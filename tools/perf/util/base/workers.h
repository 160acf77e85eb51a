/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Threads that work for one that has them: started when there is work for them, asleep between one work and the next. What they share is
 * that thread's: all functions here but workers__jobs() are for it alone.
 */
#ifndef PERF_BASE_WORKERS_H
#define PERF_BASE_WORKERS_H

#include <stddef.h>

struct workers;

/* Returns an object for up to @jobs threads (1 or more), the caller's among them; none is started yet. Owned by the caller. */
struct workers *workers__new(unsigned int jobs);
/* Ends the threads; none works any more. NULL is fine. */
void workers__delete(struct workers *w);
/* How many threads work at most, the caller's among them; of NULL 1. */
unsigned int workers__jobs(const struct workers *w);

/*
 * Calls @piece with the numbers from 0 to @nr - 1, each once: in this thread and in others, at the same time and in any order. Returns
 * when all is done. However few threads could be started, or if these have begun something else (workers__begin()), or without @w (NULL),
 * this one does it.
 */
void workers__share(struct workers *w, size_t nr, void (*piece)(void *ctx, size_t number), void *ctx);
/*
 * Has up to @nr other threads call @work, each once, with a number of its own from 1 on, and does not wait. Returns how many may call it;
 * 0: there are none. workers__end() comes before anything else is begun.
 */
unsigned int workers__begin(struct workers *w, unsigned int nr, void (*work)(void *ctx, unsigned int number), void *ctx);
/* Who has not begun will not; waits for those that have, to whom it was told in another way that they shall come to an end. */
void workers__end(struct workers *w);
/* Ends the threads, as for fork(). They are started again when there is work. NULL is fine. */
void workers__send_home(struct workers *w);

#endif /* PERF_BASE_WORKERS_H */
