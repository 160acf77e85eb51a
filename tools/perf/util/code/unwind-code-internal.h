/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files share that implement unwind-code.h. Each of the functions that fill @ret sets row, source, start and end, if it knows @addr; @in
 * is the code around it. Private to these.
 */
#ifndef PERF_CODE_UNWIND_CODE_INTERNAL_H
#define PERF_CODE_UNWIND_CODE_INTERNAL_H

#include "util/code/unwind-code.h"

/* The segment of code that has @addr: its bytes, and which addresses those are of. NULL: none. */
const unsigned char *unwind_code__segment(const struct unwind_code *u, uint64_t addr, uint64_t *ret_low, uint64_t *ret_high);
/* Reads what takes longer than the headers, once. u->depth is NULL behind it where code cannot be taken apart. */
void unwind_code__open_late(struct unwind_code *u);

/* Makes @ret what @row says, at @addr. */
void unwind_code__take(struct unwind_code *u, const struct stack_depth_row *row, uint64_t addr, struct unwind_answer *ret);
/* By the function that @in is. Sets its bounds, too. */
void unwind_code__in_function(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret);
/*
 * By the function that the part around @addr belongs to, which jumps there with its stack. Sets no bounds: where that proves nothing, what runs
 * behind @addr may.
 */
void unwind_code__in_part(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret);
/* The same in code that calls itself, and would look like another function: the row is that of @base, with @pushed bytes more. */
void unwind_code__in_thunk(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, uint64_t base, int32_t pushed,
			   struct unwind_answer *ret);

/* Returns what is proven of @addr in the function that @in is; NULL: nothing. Valid until the next question. */
const struct stack_depth_row *unwind_code__proven(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr);
/* Do both say the same of where the caller's frame is? */
bool unwind_code__agrees(const struct stack_depth_row *row, const struct unwind_row *told);

/* Makes @in, which is no function, no more than is to be looked at around @addr. */
void unwind_code__stay_around(struct stack_depth_input *in, uint64_t addr);
/* By what runs behind @addr. @in_call: it is the last byte of a call. */
void unwind_code__alone(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, bool in_call, struct unwind_answer *ret);
/*
 * By the nearest place where a function begins, which lies within [@begin, @end), beside what @ret says already: where both contradict each
 * other @ret knows nothing then. For functions that never return, of which nothing else tells where they begin.
 */
void unwind_code__by_start(struct unwind_code *u, uint64_t begin, uint64_t end, uint64_t addr, struct unwind_answer *ret);
/* In the first instructions of a new thread. */
void unwind_code__of_thread(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret);
/* In the program's main function, up to its first call. */
void unwind_code__in_main(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret);
/* In an entry of a linkage table. */
void unwind_code__of_jump(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret);

#endif /* PERF_CODE_UNWIND_CODE_INTERNAL_H */
