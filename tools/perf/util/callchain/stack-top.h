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

#endif /* PERF_CALLCHAIN_STACK_TOP_H */
