/* SPDX-License-Identifier: GPL-2.0-only */
/* What is known of the stack at an instruction, as a row of stack-depth.h. Private to util/code. */
#ifndef PERF_CODE_STACK_DEPTH_ROW_H
#define PERF_CODE_STACK_DEPTH_ROW_H

#include "util/code/stack-depth.h"
#include "util/code/stack-graph.h"

/* DWARF's numbers, of x86-64. */
#define STACK_DEPTH_REGISTERS	.sp_reg = 7, .fp_reg = 6, .ip_reg = 16, .base_nr = 3

/* Sets *@ret, but for where it holds, to what is known at @n; without a row (UNWIND_NO_ROW) if the caller is not. */
void stack_depth_row__fill(const struct stack_node *n, struct stack_depth_row *ret);

static inline bool stack_value__is(struct stack_value v, enum stack_kind kind, int32_t n)
{
	return v.kind == kind && v.n == n && !v.from;
}

#endif /* PERF_CODE_STACK_DEPTH_ROW_H */
