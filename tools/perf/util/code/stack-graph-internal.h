/* SPDX-License-Identifier: GPL-2.0-only */
/* How the graph of a function grows: by what runs for certain (stack-graph.c), and level by level by all else (stack-graph-levels.c). */
#ifndef PERF_CODE_STACK_GRAPH_INTERNAL_H
#define PERF_CODE_STACK_GRAPH_INTERNAL_H

#include "util/code/stack-graph.h"

/* Sets *@ret to what the instruction at @at does, bytes from the start. False: there is none that is known. */
bool stack_graph__decode(const struct stack_graph *g, uint32_t at, struct stack_effect *ret);
/*
 * Adds the instruction at @at, reached with the state @in in @level, to be followed. Returns NULL if it is not known, or there are
 * too many. Nodes that were returned before may have moved.
 */
struct stack_node *stack_graph__add(struct stack_graph *g, uint32_t at, const struct stack_state *in, unsigned int level);
/* Goes from node @from on to @addr with the state @s. */
void stack_graph__flow(struct stack_graph *g, uint32_t from, uint64_t addr, const struct stack_state *s, unsigned int level);
/* Enters what lies behind the calls that were reached. Returns whether there was one. */
bool stack_graph__go_behind_calls(struct stack_graph *g);
/* Enters the code that nothing was seen to lead to, as cases of a jump through a table. Returns whether there was some. */
bool stack_graph__go_into_gaps(struct stack_graph *g);

static inline uint64_t stack_graph__behind(const struct stack_graph *g, const struct stack_node *n)
{
	return stack_graph__addr(g, n->at) + n->effect.size;
}

#endif /* PERF_CODE_STACK_GRAPH_INTERNAL_H */
