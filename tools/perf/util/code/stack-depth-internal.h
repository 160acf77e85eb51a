/* SPDX-License-Identifier: GPL-2.0-only */
/* What the two ways to a row share: of a whole function (stack-depth.c), and of an instruction alone (stack-depth-alone.c). */
#ifndef PERF_CODE_STACK_DEPTH_INTERNAL_H
#define PERF_CODE_STACK_DEPTH_INTERNAL_H

#include "util/code/stack-depth.h"
#include "util/code/stack-graph.h"

#define STACK_DEPTH_ROUNDS	12	/* of finding calls that do not return */

/* Begins the graph of @d anew, for the code of @in. @inside: as stack_state__begin() takes it. */
struct stack_graph *stack_depth__begin_graph(struct stack_depth *d, const struct stack_depth_input *in, bool inside);
/* Does the return @n go to where code has written another address? */
bool stack_depth__is_jump(const struct stack_graph *g, const struct stack_node *n);

#endif /* PERF_CODE_STACK_DEPTH_INTERNAL_H */
