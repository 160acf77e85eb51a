// SPDX-License-Identifier: GPL-2.0-only
/* The row of an instruction, by a place where its function may begin: stack_depth__row_from(). */
#include "util/code/stack-depth-internal.h"
#include "util/code/stack-depth-row.h"

#define WORD	8	/* bytes */

/* Calls are made with the stack at a multiple of 16 bytes, as the caller's frame is, and the return address is still on it. */
enum alignment { NO_CALL, ALIGNED, NOT_ALIGNED };

static enum alignment alignment_at(const struct stack_node *n)
{
	struct stack_value sp = n->in.regs[STACK_SP];

	if (n->effect.flow != STACK_CALL || sp.kind != STACK_ORIGIN)
		return NO_CALL;
	return sp.n >= 0 || sp.n % 16 ? NOT_ALIGNED : ALIGNED;
}

enum begin { BEGINS_NOT, BEGINS_PERHAPS, BEGINS };

/*
 * Does a function begin where @g does? It returns, or what it calls before @addr is called as functions are. What is not proven may lie behind a call
 * that does not return, and speaks against it only where nothing speaks for it.
 */
static enum begin begins_function(const struct stack_graph *g, uint64_t addr)
{
	bool good = false, doubtful = false;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		const struct stack_node *n = &g->nodes[i];
		enum alignment a = stack_graph__addr(g, n->at) > addr ? NO_CALL : alignment_at(n);
		bool proven = stack_node__is_proven(n);

		if (proven && a == NOT_ALIGNED)
			return BEGINS_NOT;
		doubtful |= a == NOT_ALIGNED;
		good |= (proven && a == ALIGNED) || (n->effect.flow == STACK_RET && n->good);
	}
	return good ? BEGINS : doubtful ? BEGINS_NOT : BEGINS_PERHAPS;
}

/*
 * Has the function at @n its frame, as compilers make it with the first instructions, and takes it back on a way that leaves with all as it was
 * called? So does no part of a function, wherever the jump leads.
 */
static bool takes_frame_back(const struct stack_node *n)
{
	return n->left && !stack_node__is_refuted(n) && stack_value__is(n->in.regs[STACK_FP], STACK_ORIGIN, -2 * WORD);
}

/* The same, for one address after the other. */
static bool prove_once(struct stack_depth *d, const struct stack_depth_input *in)
{
	if (!d->is_known || d->known.code != in->code || d->known.start != in->start || d->known.end != in->end) {
		d->is_function = stack_depth__prove(d, in);
		d->known = *in;
		d->is_known = true;
	}
	return d->is_function;
}

/* The node of the instruction at @addr, or of the call whose last byte that is (*@ret_call); NULL: none. */
static const struct stack_node *node_at(const struct stack_graph *g, uint64_t addr, bool *ret_call)
{
	const struct stack_node *found = NULL;
	size_t i;

	*ret_call = false;
	for (i = 0; i < g->nr && !*ret_call; i++) {
		const struct stack_node *n = &g->nodes[i];

		*ret_call = n->effect.flow == STACK_CALL && stack_graph__addr(g, n->at) + n->effect.size == addr + 1;
		if (*ret_call || stack_graph__addr(g, n->at) == addr)
			found = n;
	}
	return found;
}

enum stack_depth_start stack_depth__row_from(struct stack_depth *d, const struct stack_depth_input *in, uint64_t addr, bool all_ways,
					     struct stack_depth_row *ret)
{
	const struct stack_graph *g = &d->graph;
	const struct stack_node *found;
	enum begin begin;
	bool is_call;

	begin = prove_once(d, in) ? begins_function(g, addr) : BEGINS_NOT;
	if (begin == BEGINS_NOT)
		return STACK_DEPTH_NO_START;
	found = node_at(g, addr, &is_call);
	if (found)
		stack_depth_row__fill(found, ret);
	if (!found || ret->row.base == UNWIND_NO_ROW)
		return begin == BEGINS ? STACK_DEPTH_OTHER : STACK_DEPTH_NO_START;
	ret->start = addr;
	ret->end = addr + 1;
	if (takes_frame_back(found))
		return STACK_DEPTH_ROW;
	return begin == BEGINS && stack_node__is_proven(found) && (found->good || (is_call && all_ways)) ? STACK_DEPTH_ROW : STACK_DEPTH_SEEN;
}

bool stack_depth__came_to(const struct stack_depth *d, uint64_t addr)
{
	uint32_t at;

	return stack_graph__find(&d->graph, addr, &at) && d->graph.index[at];
}

bool stack_depth__runs_on(const struct stack_depth *d)
{
	const struct stack_graph *g = &d->graph;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		const struct stack_node *n = &g->nodes[i];

		if (n->at + n->effect.size == g->size && (n->effect.flow == STACK_ON || n->effect.flow == STACK_BRANCH) && stack_node__is_proven(n))
			return true;
	}
	return false;
}
