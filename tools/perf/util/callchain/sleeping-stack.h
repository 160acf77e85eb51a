/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The user stack of a thread that sleeps in the kernel, from its memory. All that the kernel tells of its registers is where
 * it left user space, and its stack pointer. The unwind tables of its files do the rest: most functions of libc need
 * no more. Where a function's frame is known by its frame pointer alone, and nobody has saved that one, the frame is looked for
 * on the stack: its return address must be behind a call that leads to this function.
 */
#ifndef PERF_CALLCHAIN_SLEEPING_STACK_H
#define PERF_CALLCHAIN_SLEEPING_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/machine/machine.h"

struct sleeping_walker;

struct sleeping_thread {
	uint64_t ip, sp;
	const struct maps *maps;
	/* The word of its memory at @addr. False: it cannot be read. */
	bool (*load)(void *ctx, uint64_t addr, uint64_t *ret);
	void *ctx;
};

/* What is found out about files is kept for the threads that follow; their dsos must live as long as the walker. */
struct sleeping_walker *sleeping_walker__new(void);
void sleeping_walker__delete(struct sleeping_walker *w);
/*
 * Writes the addresses into @ret, innermost first: that of @t, then return addresses as the kernel's own walk has them.
 * Returns how many (from 1 to @max, which is not 0). *@ret_whole: the last one is the thread's outermost function.
 */
size_t sleeping_walker__run(struct sleeping_walker *w, const struct sleeping_thread *t, uint64_t *ret, size_t max,
			    bool *ret_whole);

#endif /* PERF_CALLCHAIN_SLEEPING_STACK_H */
