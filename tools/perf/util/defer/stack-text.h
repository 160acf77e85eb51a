/* SPDX-License-Identifier: GPL-2.0-only */
/* Stacks as text that stays when chains are flushed: a line a frame, the innermost first. */
#ifndef PERF_DEFER_STACK_TEXT_H
#define PERF_DEFER_STACK_TEXT_H

#include <stdio.h>

#include "util/base/byte-pool.h"
#include "util/base/hash.h"
#include "util/callchain/chain.h"

struct json;

/* Zero-initialised is empty. */
struct stack_texts {
	struct byte_pool pool;		/* also for other texts of the same life */
	struct u64map halves;		/* chain half -> its text */
};

void stack_texts__exit(struct stack_texts *t);
/* Chains are about to go (session_ops.flush_chains); the texts stay. */
void stack_texts__flush(struct stack_texts *t);
/* The text of @half ("" for NULL): equal texts are equal pointers, valid as long as @t. Made once for each half. */
const char *stack_texts__of(struct stack_texts *t, const struct chain_half *half);
/* The same of its innermost @nr frames; made anew each time. */
const char *stack_texts__part(struct stack_texts *t, const struct chain_half *half, uint32_t nr);
/* Prints the lines of @stack, each behind @indent. */
void stack_text__print(const char *stack, const char *indent, FILE *out);
/* The same as an array "stack" of frames. */
void stack_text__json(const char *stack, struct json *j);

#endif /* PERF_DEFER_STACK_TEXT_H */
