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
struct unwind_row;

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

/*
 * Is @addr in such code? Then sets *@ret_base to an address in front of it at which the stack is as the function has it, and
 * *@ret_pushed to the bytes that lie on it besides.
 */
bool inline_thunk__is_at(const struct inline_thunk_code *code, uint64_t addr, uint64_t *ret_base, int32_t *ret_pushed);
/* Adds @pushed bytes to what @row says of the caller's frame; what was saved below the stack pointer was taken back. */
void inline_thunk__push(struct unwind_row *row, int32_t pushed);
/* Has @code any such call? */
bool inline_thunk__is_in(const struct inline_thunk_code *code);
/* Does a call over such a loop begin with these @size bytes? It leads to INLINE_THUNK_OVER bytes behind them. */
bool inline_thunk__is_over(const unsigned char *code, size_t size);
#define INLINE_THUNK_OVER	12
/* No such code has more bytes, from its beginning on. */
#define INLINE_THUNK_BYTES	32
/* Is the return at byte @at of @code one to what stands where such a call has left its address: not one to the caller? */
bool inline_thunk__is_jump(const unsigned char *code, size_t at);

#endif /* PERF_CODE_INLINE_THUNK_H */
