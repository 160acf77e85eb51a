/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Jumps, calls and returns as compilers write them against processors that guess where these lead (x86-64, gcc's
 * -mindirect-branch=thunk-inline and -mfunction-return=thunk-inline): a call within the function, over a loop that only guesses
 * run, to code that puts the true place where the call has left its address, or takes that away, and returns. gcc writes into its
 * table that the caller's frame is 16 bytes away there, whatever is on the stack, and leaves it so until the depth changes.
 */
#ifndef PERF_CODE_INLINE_THUNK_H
#define PERF_CODE_INLINE_THUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct unwind_answer;

/* What gcc writes: the new distance of the caller's frame, bytes. */
#define INLINE_THUNK_CFA	16

/* A function's code: @size bytes at @bytes, borrowed, the first of which is at @start. @bytes NULL: it is not known. */
struct inline_thunk_code {
	const unsigned char *bytes;
	size_t size;
	uint64_t start;
};

/* Does such a call of @code lead to @addr, as linked? What a table says there of the caller's frame does not count. */
bool inline_thunk__leads_to(const struct inline_thunk_code *code, uint64_t addr);
/*
 * @ret is what a table says of @addr but for what it says where such calls lead to, which was left out. If @addr is in such code,
 * adds what that has put onto the stack; otherwise lets the row end where the next of them begins.
 */
void inline_thunk__adjust(const struct inline_thunk_code *code, uint64_t addr, struct unwind_answer *ret);

#endif /* PERF_CODE_INLINE_THUNK_H */
