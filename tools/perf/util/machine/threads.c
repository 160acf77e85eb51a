// SPDX-License-Identifier: GPL-2.0-only
#include "util/machine/threads.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/shown.h"

void threads__exit(struct threads *t)
{
	size_t i;

	HASH_EACH(&t->by_tid, i)
		free(((struct thread *)t->by_tid.slots[i].val)->states);
	thread_map__exit(&t->by_tid);
	byte_pool__exit(&t->names);
	arena__exit(&t->arena);
}

const char *threads__intern(struct threads *t, const char *name)
{
	return byte_pool__str(&t->names, shown(name));
}

struct thread *threads__find(const struct threads *t, uint32_t tid)
{
	return thread_map__find(&t->by_tid, tid);
}

struct thread *threads__findnew(struct threads *t, uint32_t tid)
{
	struct thread *thread = threads__find(t, tid);

	if (!thread) {
		thread = arena__zalloc(&t->arena, sizeof(*thread));
		thread_map__set(&t->by_tid, tid, thread);
	}
	return thread;
}

const struct thread_state *thread__at(const struct thread *thread, uint64_t time)
{
	size_t nr = thread->nr;

	/* Most questions are about the present name. */
	if (nr && thread->states[nr - 1].time <= time)
		return &thread->states[nr - 1];
	nr = BISECT(nr, mid, thread->states[mid].time <= time);
	return nr ? &thread->states[nr - 1] : NULL;
}

const struct thread_state *thread__span(const struct thread *thread, uint64_t time, uint64_t *from, uint64_t *until)
{
	const struct thread_state *state = thread__at(thread, time), *next = state ? state + 1 : thread->states;

	if (state && state->time > *from)
		*from = state->time;
	if (next && next < thread->states + thread->nr && next->time < *until)
		*until = next->time;
	return state;
}

void thread__set(struct thread *thread, uint64_t time, uint32_t pid, const char *comm)
{
	struct thread_state *last = thread->nr ? &thread->states[thread->nr - 1] : NULL;

	if (last && last->pid == pid && last->comm == comm)
		return;
	if (!last || last->time < time) {
		if (thread->nr == thread->cap) {
			thread->cap = thread->cap ? 2 * thread->cap : 1;
			thread->states = xreallocarray(thread->states, thread->cap, sizeof(*last));
		}
		last = &thread->states[thread->nr++];
		last->time = time;
	}
	last->pid = pid;
	last->comm = comm;
}
