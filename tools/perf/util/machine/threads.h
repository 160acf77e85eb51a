/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads over time: to which processes they belonged, and their names. Private to util/machine. */
#ifndef PERF_MACHINE_THREADS_H
#define PERF_MACHINE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/byte-pool.h"
#include "util/base/hash.h"

#define PID_UNKNOWN	((uint32_t)-1)

/* From @time on (ns) a thread belongs to process @pid and its name is @comm. */
struct thread_state {
	uint64_t time;
	const char *comm;		/* interned; NULL: not known */
	uint32_t pid;			/* or PID_UNKNOWN */
};

struct thread {
	struct thread_state *states;	/* by time */
	size_t nr, cap;
};

U64_MAP(thread_map, struct thread *)

/* A zeroed table is empty. */
struct threads {
	struct thread_map by_tid;	/* struct thread */
	struct byte_pool names;
	struct arena arena;
};

void threads__exit(struct threads *t);
/* Returns the one copy of @name: equal names are equal pointers. It is valid as long as @t exists. */
const char *threads__intern(struct threads *t, const char *name);
/* Returns the thread, owned by @t, or NULL; threads__findnew() adds it if it is not there. */
struct thread *threads__find(const struct threads *t, uint32_t tid);
struct thread *threads__findnew(struct threads *t, uint32_t tid);
/* Returns the state at @time, or NULL if @time is before the first one. */
const struct thread_state *thread__at(const struct thread *thread, uint64_t time);
/* Does the same, and narrows the time span [*@from, *@until) down to the part in which the result is valid. */
const struct thread_state *thread__span(const struct thread *thread, uint64_t time, uint64_t *from, uint64_t *until);
/* Adds a state from @time on; if @time is before the last state's time, that is used. */
void thread__set(struct thread *thread, uint64_t time, uint32_t pid, const char *comm);

#endif /* PERF_MACHINE_THREADS_H */
