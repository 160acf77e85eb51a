/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a stack begins that somebody has made: for a thread, or for a coroutine. */
#ifndef PERF_CALLCHAIN_STACK_TOP_H
#define PERF_CALLCHAIN_STACK_TOP_H

#include <stdbool.h>
#include <stdint.h>

struct repair_input;

/*
 * A function's return address, the word at @addr, is 0. Is that so since nobody has called it? Only if the memory of the stack ends
 * right behind, and no word there may be the return address of somebody farther outwards. Anywhere else code may have put a zero there.
 */
bool stack_top__is_at(const struct repair_input *in, uint64_t addr);
/*
 * The same of a function that never returns. Then the memory need not end there, if no word above may be a return
 * address: of some thousand bytes, all of which are known.
 */
bool stack_top__is_alone(const struct repair_input *in, uint64_t addr);
/*
 * A function returns to where another one begins, as the first one of a coroutine does to what ends that; behind it
 * @addr is on top of the stack. Can that be? No word above may be a return address: a handler's, or a tracer's, has put
 * the address among frames.
 */
bool stack_top__is_bare(const struct repair_input *in, uint64_t addr);

#endif /* PERF_CALLCHAIN_STACK_TOP_H */
