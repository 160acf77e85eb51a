// SPDX-License-Identifier: GPL-2.0-only
/* What nothing is certain to lead to: code behind calls, which may not return, and code that perhaps a jump through a table leads to. */
#include "util/code/stack-graph-internal.h"

/*
 * Between functions lies what fills the gap: where no bounds are known, a call in front of it is the last of its
 * function.
 */
static bool may_return(struct stack_graph *g, const struct stack_node *n)
{
	struct stack_effect e;
	uint32_t next;

	if (g->marks[n->at] & STACK_MARK_NO_RETURN || !stack_graph__find(g, stack_graph__behind(g, n), &next))
		return false;
	return !g->inside || (stack_graph__decode(g, next, &e) && !e.pads);
}

bool stack_graph__go_behind_calls(struct stack_graph *g)
{
	size_t i = g->nr_entered, nr = g->nr;
	bool any = false;

	/* What comes to be reached meanwhile has a round of its own. */
	g->nr_entered = nr;
	for (; i < nr; i++) {
		struct stack_node n;
		struct stack_state s;

		if (g->nodes[i].effect.flow != STACK_CALL)
			continue;
		g->nodes[i].behind_done = true;
		n = g->nodes[i];
		if (!may_return(g, &n))
			continue;
		s = n.in;
		stack_state__apply(&s, &n.effect);
		stack_graph__flow(g, (uint32_t)i, stack_graph__behind(g, &n), &s, n.level + 1U);
		any = true;
	}
	return any;
}

/*
 * Does the function jump away from @n with the stack that it was called with? A call of another function would do the
 * same.
 */
static bool may_leave(const struct stack_graph *g, const struct stack_node *n)
{
	struct stack_value fp = n->in.regs[STACK_FP];

	return fp.kind == STACK_FIRST_FP && !fp.n && stack_value__equal(n->in.regs[STACK_SP], g->nodes[0].in.regs[STACK_SP]);
}

/*
 * What is known behind all jumps to an address that only runs know. Those that may be calls of other functions count if
 * there are no others.
 */
static bool indirect_state(struct stack_graph *g, struct stack_state *ret, unsigned int *ret_level)
{
	bool found = false, found_leaving = false;
	size_t i;

	*ret_level = 0;
	for (i = 0; i < g->nr; i++) {
		const struct stack_node *n = &g->nodes[i];
		bool leaves = may_leave(g, n);

		if (n->effect.flow != STACK_JUMP || n->effect.has_target || (found && leaves))
			continue;
		if (n->level >= *ret_level)
			*ret_level = n->level + 1U;
		if (found || (found_leaving && leaves))
			(void)stack_state__meet(ret, &n->in);
		else
			*ret = n->in;
		found |= !leaves;
		found_leaving |= leaves;
	}
	if (!found && found_leaving && *ret_level < g->doubtful)
		g->doubtful = *ret_level;
	return found || found_leaving;
}

bool stack_graph__go_into_gaps(struct stack_graph *g)
{
	struct stack_state s;
	unsigned int level;
	size_t i, nr = g->nr;
	struct stack_effect e;
	uint32_t at, end;
	bool any = false;

	if (g->inside || !indirect_state(g, &s, &level))
		return false;
	for (i = 0; i < nr; i++) {
		struct stack_node *n;

		at = g->nodes[i].at + g->nodes[i].effect.size;
		end = g->nodes[i].at < g->code[0].size ? g->code[0].size : g->size;
		while (at < end && !g->index[at] && stack_graph__decode(g, at, &e) && e.pads)
			at += e.size;
		if (at >= end || g->index[at] || g->marks[at] & STACK_MARK_CALLED)
			continue;
		n = stack_graph__add(g, at, &s, level);
		if (n)
			n->seeded = any = true;
	}
	return any;
}
