/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads over time: whose they were, what they were called. Private to util/machine. */
#ifndef PERF_MACHINE_THREADS_H
#define PERF_MACHINE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/byte-pool.h"
#include "util/base/hash.h"

#define PID_UNKNOWN	((uint32_t)-1)

/* From @time on (ns) a tid is of process @pid and called @comm. */
struct thread_state {
	uint64_t time;
	const char *comm;		/* interned; NULL: nothing is known */
	uint32_t pid;			/* or PID_UNKNOWN */
};

struct thread {
	struct thread_state *states;	/* by time */
	size_t nr, cap;
};

/* Zero-initialised is empty. */
struct threads {
	struct u64map by_tid;		/* struct thread */
	struct byte_pool names;
	struct arena arena;
};

void threads__exit(struct threads *t);
/* @name once: equal names are equal pointers, which live as long as @t. */
const char *threads__intern(struct threads *t, const char *name);
struct thread *threads__find(const struct threads *t, uint32_t tid);
struct thread *threads__findnew(struct threads *t, uint32_t tid);
/* The state at @time, or NULL before the first. */
const struct thread_state *thread__at(const struct thread *thread, uint64_t time);
/* The same, which holds from *@from to before *@until: these are narrowed down to when it does. */
const struct thread_state *thread__span(const struct thread *thread, uint64_t time, uint64_t *from, uint64_t *until);
/* A new state from @time on; a time before the last state's counts as that one. */
void thread__set(struct thread *thread, uint64_t time, uint32_t pid, const char *comm);

#endif /* PERF_MACHINE_THREADS_H */
