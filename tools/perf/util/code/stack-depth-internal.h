/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the ways to a row share: of a whole function (stack-depth.c), of an instruction alone (stack-depth-alone.c), and of one in a function
 * that may begin somewhere (stack-depth-start.c).
 */
#ifndef PERF_CODE_STACK_DEPTH_INTERNAL_H
#define PERF_CODE_STACK_DEPTH_INTERNAL_H

#include "util/code/stack-depth.h"
#include "util/code/stack-graph.h"

#define STACK_DEPTH_ROUNDS	12	/* of finding calls that do not return */

struct stack_depth {
	struct stack_effects *effects;
	struct stack_graph graph;	/* of what is looked at; its memory is used again */
	bool is_known;			/* it is that of the next ones, followed and judged */
	struct stack_depth_input known;
	bool is_function;		/* the verdict */
};

/* Begins the graph of @d anew, for the code of @in. @inside: as stack_state__begin() takes it. */
struct stack_graph *stack_depth__begin_graph(struct stack_depth *d, const struct stack_depth_input *in, bool inside);
/* Does the return @n go to where code has written another address? */
bool stack_depth__is_jump(const struct stack_graph *g, const struct stack_node *n);

/* Follows the function @in, and judges what of it is proven. False: it does not begin as functions do, or is too large. */
bool stack_depth__prove(struct stack_depth *d, const struct stack_depth_input *in);

/* Is @n a jump out of the code of @g, to an address that stands in it? */
static inline bool stack_node__jumps_out(const struct stack_graph *g, const struct stack_node *n)
{
	uint32_t at;

	return (n->effect.flow == STACK_JUMP || n->effect.flow == STACK_BRANCH) && n->effect.has_target &&
	       !stack_graph__find(g, n->effect.target, &at);
}

/* Does all that runs behind @n come to a return that does not fit? */
static inline bool stack_node__is_refuted(const struct stack_node *n)
{
	return n->bad && !n->good;
}

static inline bool stack_node__is_proven(const struct stack_node *n)
{
	return !stack_node__is_refuted(n) && (n->good || (n->firm && !n->seeded));
}

#endif /* PERF_CODE_STACK_DEPTH_INTERNAL_H */
