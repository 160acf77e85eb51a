/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stacks as text, which stay valid when chains are flushed: the name of each frame, the innermost first. Each name is kept
 * once, however many frames have it: a damaged recording may have long names and many frames, and a copy for each frame
 * could take too much memory.
 */
#ifndef PERF_DEFER_STACK_TEXT_H
#define PERF_DEFER_STACK_TEXT_H

#include <stddef.h>

#include "util/base/byte-pool.h"
#include "util/base/hash.h"
#include "util/callchain/chain.h"

struct text_out;
struct json;

struct stack_frame {
	const char *name;		/* of the function; NULL: not known, the frame is shown as "0x401000 (file)" */
	const char *file;		/* the file's name, if @name is NULL */
	uint64_t ip;			/* the address, if @name is NULL */
};

/* An array of frames. Its end is a frame with neither name nor file. */
typedef const struct stack_frame *stack_text;

U64_MAP(stack_text_map, const struct stack_frame *)

/* Zero-initialised is empty. */
struct stack_texts {
	struct byte_pool pool;		/* of the names; also for other texts that live as long */
	struct stack_text_map halves;	/* chain half -> its stack */
	struct u64text names;		/* address of a name -> its copy in the pool */
	struct stack_frame *frames;	/* scratch */
	size_t cap_frames;
};

void stack_texts__exit(struct stack_texts *t);
/* Call it before chains are freed (session_ops.flush_chains). The stacks stay valid. */
void stack_texts__flush(struct stack_texts *t);
/*
 * Returns a copy of @name, valid as long as @t. Equal names give equal pointers. @name must stay valid until the next
 * stack_texts__flush(), as the names of symbols, threads and events do, because its address is remembered until then.
 */
const char *stack_texts__name(struct stack_texts *t, const char *name);
/*
 * Returns the stack of @half (NULL: a stack without frames), valid as long as @t. Equal stacks give equal pointers. Each
 * half is converted once.
 */
stack_text stack_texts__of(struct stack_texts *t, const struct chain_half *half);
/* The same for the innermost @nr frames of @half, which are converted at each call. */
stack_text stack_texts__part(struct stack_texts *t, const struct chain_half *half, uint32_t nr);
/* Compares the texts of two stacks; returns the same as strcmp(). */
int stack_text__compare(stack_text a, stack_text b);
/* Prints the lines of @stack, each after @indent. */
void stack_text__print(stack_text stack, const char *indent, struct text_out *out);
/* The same, but of the frames behind the first @most it only says how many they are. */
void stack_text__print_some(stack_text stack, size_t most, const char *indent, struct text_out *out);
/* Adds an array "stack" to @j: the frames of @inner, then those of @outer (NULL: none), which are its callers. */
void stack_text__json(stack_text inner, stack_text outer, struct json *j);

#endif /* PERF_DEFER_STACK_TEXT_H */
