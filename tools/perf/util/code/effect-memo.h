/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What instructions of x86-64 do to the stack, remembered by their bytes. libcapstone takes half a microsecond for each, since it makes
 * its text as well, and most instructions of any code are one of some thousand.
 *
 * No instruction is the beginning of another one, so one that was decoded once is the same wherever its bytes stand again. What depends on
 * the address is where a jump leads: those whose opcode tells how long they are, are remembered without the distance, others not at all.
 * Private to util/code.
 */
#ifndef PERF_CODE_EFFECT_MEMO_H
#define PERF_CODE_EFFECT_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/stack-effect.h"

struct effect_memo;

/* An empty one, some 500 KB, which are touched as they fill; never NULL. */
struct effect_memo *effect_memo__new(void);
void effect_memo__delete(struct effect_memo *m);
/* Sets *@ret to what the instruction does that the @size bytes at @code begin with, at the address @addr. False: that is not known. */
bool effect_memo__find(const struct effect_memo *m, const unsigned char *code, size_t size, uint64_t addr, struct stack_effect *ret);
/* Remembers @effect, which is complete, of the instruction that the @size bytes at @code begin with. */
void effect_memo__add(struct effect_memo *m, const unsigned char *code, size_t size, const struct stack_effect *effect);

#endif /* PERF_CODE_EFFECT_MEMO_H */
