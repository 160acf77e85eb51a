/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stacks that stay when chains are flushed: for each frame what it is called, the innermost first. Names are kept once,
 * however many frames have them: both are as long as a recording says, and their product is what it need not be.
 */
#ifndef PERF_DEFER_STACK_TEXT_H
#define PERF_DEFER_STACK_TEXT_H

#include "util/base/byte-pool.h"
#include "util/base/hash.h"
#include "util/callchain/chain.h"

struct text_out;
struct json;

struct stack_frame {
	const char *name;		/* of the function; NULL: it has none, and shows as "0x401000 (file)" */
	const char *file;		/* where there is no name */
	uint64_t ip;			/* the same */
};

/* Ends with a frame that has neither name nor file. */
typedef const struct stack_frame *stack_text;

/* Zero-initialised is empty. */
struct stack_texts {
	struct byte_pool pool;		/* also for other texts of the same life */
	struct u64map halves;		/* chain half -> its stack */
	struct u64text names;		/* a name's address -> the one in the pool */
	struct stack_frame *frames;	/* scratch */
	size_t cap_frames;
};

void stack_texts__exit(struct stack_texts *t);
/* Chains are about to go (session_ops.flush_chains); the stacks stay. */
void stack_texts__flush(struct stack_texts *t);
/*
 * @name, of something that lives at least until the next flush (a symbol, a thread's name, an event's): equal names are equal
 * pointers, valid as long as @t. Its bytes are looked at once.
 */
const char *stack_texts__name(struct stack_texts *t, const char *name);
/* The stack of @half (NULL: without frames): equal ones are equal pointers, valid as long as @t. Made once for each half. */
stack_text stack_texts__of(struct stack_texts *t, const struct chain_half *half);
/* The same of its innermost @nr frames; made anew each time. */
stack_text stack_texts__part(struct stack_texts *t, const struct chain_half *half, uint32_t nr);
/* As strcmp(): the order of what they show. */
int stack_text__compare(stack_text a, stack_text b);
/* Prints the lines of @stack, each behind @indent. */
void stack_text__print(stack_text stack, const char *indent, struct text_out *out);
/* An array "stack" of the frames of @inner and of @outer (NULL: none), which lies outward of it. */
void stack_text__json(stack_text inner, stack_text outer, struct json *j);

#endif /* PERF_DEFER_STACK_TEXT_H */
