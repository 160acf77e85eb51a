/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stacks that libraries can work on. libdw alone has frames of 150 KB, which the limit of the main thread's stack (ulimit -s)
 * may not allow, and that is what other threads get by default as well.
 */
#ifndef PERF_BASE_STACK_ROOM_H
#define PERF_BASE_STACK_ROOM_H

#include <stddef.h>

/* Trees are walked as deep as chains are long, which a record can make 8,000 entries. */
#define STACK_ROOM	((size_t)8 << 20)	/* bytes: what Linux gives by default. What is smaller is replaced. */

/*
 * Calls @fn(@ctx) in this thread and returns what it returns: on a stack of its own if the limit is below STACK_ROOM and there is
 * memory for one. If @fn ends the process, that is as good.
 */
int stack_room__call(int (*fn)(void *ctx), void *ctx);

#endif /* PERF_BASE_STACK_ROOM_H */
