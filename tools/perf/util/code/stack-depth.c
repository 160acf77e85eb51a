// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/stack-depth.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/code/inline-thunk.h"
#include "util/code/stack-depth-internal.h"
#include "util/code/stack-depth-row.h"

#define WORD		8	/* bytes */

struct stack_depth *stack_depth__new(enum call_machine machine)
{
	struct stack_effects *effects = stack_effects__new(machine);
	struct stack_depth *d;

	if (!effects)
		return NULL;
	d = xzalloc(sizeof(*d));
	d->effects = effects;
	d->graph.effects = effects;
	return d;
}

void stack_depth__delete(struct stack_depth *d)
{
	if (!d)
		return;
	stack_graph__exit(&d->graph);
	stack_effects__delete(d->effects);
	free(d);
}

uint64_t stack_depth__work(const struct stack_depth *d)
{
	return d->graph.work;
}

void stack_depth__see(struct stack_depth *d, const struct seen_code *seen)
{
	seen_code__join(&d->graph.seen, seen);
}

struct seen_code stack_depth__take_seen(struct stack_depth *d)
{
	const struct seen_code seen = d->graph.seen;

	d->graph.seen = (struct seen_code){ .elsewhere = false };
	return seen;
}

struct stack_graph *stack_depth__begin_graph(struct stack_depth *d, const struct stack_depth_input *in, bool inside)
{
	struct stack_code code = { .bytes = in->code, .start = in->start }, part = { .bytes = in->part_code, .start = in->part_start };

	d->is_known = false;
	if (in->end > in->start && in->end - in->start <= STACK_GRAPH_MAX_SIZE)
		code.size = (uint32_t)(in->end - in->start);
	if (in->part_end > in->part_start && in->part_end - in->part_start <= STACK_GRAPH_MAX_SIZE - code.size)
		part.size = (uint32_t)(in->part_end - in->part_start);
	stack_graph__begin(&d->graph, &code, &part, inside);
	return &d->graph;
}

/* --- a whole function: which of it is proven ------------------------------------------------- */

/* Is it known that a function begins where @n, which jumps out, leads to? */
static bool leads_to_start(const struct stack_depth_input *in, const struct stack_node *n)
{
	uint64_t target = n->effect.target;

	return !in->starts || target - in->linkage < in->linkage_end - in->linkage || address_list__has(in->starts, target);
}

bool stack_depth__is_jump(const struct stack_graph *g, const struct stack_node *n)
{
	uint32_t in;
	const struct stack_code *c = stack_graph__code(g, n->at, &in);

	return n->effect.flow == STACK_RET && inline_thunk__is_jump(c->bytes, in);
}

/*
 * Who returns needs the stack as the function was called with it, and so does who jumps to another function at the end.
 * With another stack a jump leads to a part of this function that was put elsewhere.
 */
static void judge_end(const struct stack_graph *g, const struct stack_depth_input *in, struct stack_node *n)
{
	const struct stack_state *s = &n->in;
	struct stack_value sp = s->regs[STACK_SP];
	bool jumps = stack_depth__is_jump(g, n), good = stack_value__is(s->regs[STACK_FP], STACK_FIRST_FP, 0) && stack_value__is(s->ra_slot, STACK_ORIGIN, -WORD);

	good &= stack_value__is(sp, STACK_ORIGIN, jumps ? -2 * WORD : -WORD) || (sp.kind == STACK_LOST && s->ra_on_top && !jumps);

	if (n->effect.flow == STACK_RET) {
		n->good = good;
		n->bad |= !good && !jumps && sp.kind != STACK_LOST;
	} else if (stack_node__jumps_out(g, n) && n->level < g->doubtful) {
		n->good = good && leads_to_start(in, n);
		n->left = good;
	}
}

/*
 * Does what is known behind @n hold at @to? A stack pointer that is no longer known there, as something was allocated
 * on the stack, does not matter where both have the function's own frame.
 */
static bool goes_on(const struct stack_node *n, const struct stack_node *to)
{
	struct stack_value sp = to->in.regs[STACK_SP];

	return sp.kind == STACK_LOST || stack_value__equal(n->out_sp, sp) ||
	       (n->out_sp.kind == STACK_LOST && (n->out_fp.kind == STACK_ORIGIN || n->out_fp.kind == STACK_ALIGNED) &&
		stack_value__equal(n->out_fp, to->in.regs[STACK_FP]));
}

/* From each instruction to those that run before it: which kind of return is reached? */
static bool spread_returns(struct stack_graph *g, const struct stack_depth_input *in)
{
	bool changed = true, call;
	struct stack_node *next[2];
	unsigned int nr, k;
	uint32_t at;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		g->nodes[i].bad = g->nodes[i].clashes;
		judge_end(g, in, &g->nodes[i]);
	}
	while (changed) {
		changed = false;
		if (!stack_graph__spend(g, g->size))
			return false;
		for (at = g->size; at-- > 0;) {
			struct stack_node *n = stack_graph__node(g, at);

			nr = n ? stack_graph__next(g, n, next, &call) : 0;
			for (k = 0; k < nr; k++) {
				bool good = n->good, bad = n->bad, left = n->left;

				if (!goes_on(n, next[k]))
					continue;
				n->good |= next[k]->good;
				n->bad |= next[k]->bad;
				n->left |= next[k]->left;
				changed |= good != n->good || bad != n->bad || left != n->left;
			}
		}
	}
	return true;
}

/* A call behind which all goes wrong does not return. Returns whether one was found. */
static bool find_no_return(struct stack_graph *g)
{
	struct stack_node *next[2];
	bool found = g->again, call;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		struct stack_node *n = &g->nodes[i];

		if (n->effect.flow != STACK_CALL || stack_graph__next(g, n, next, &call) != 1)
			continue;
		if (next[0]->bad && !next[0]->good && next[0]->level > n->level) {
			g->marks[n->at] |= STACK_MARK_NO_RETURN;
			found = true;
		}
	}
	return found;
}

/*
 * Sets *@ret to the depth of all jumps through tables; STACK_LOST: they have different ones. Returns whether there are
 * any.
 */
static bool depth_of_tables(const struct stack_graph *g, struct stack_value *ret)
{
	bool found = false;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		struct stack_value sp = g->nodes[i].in.regs[STACK_SP];

		if (g->nodes[i].effect.flow != STACK_JUMP || g->nodes[i].effect.has_target)
			continue;
		if (!found)
			*ret = sp;
		else if (!stack_value__equal(*ret, sp))
			ret->kind = STACK_LOST;
		found = true;
	}
	return found;
}

/* What is behind the call @n may be a case of a jump through a table instead. */
static bool may_be_case(bool has_tables, struct stack_value tables, const struct stack_node *n)
{
	return has_tables && (tables.kind == STACK_LOST || !stack_value__equal(tables, n->out_sp));
}

/* What is certain to be reached, with the depth that is known of it. */
static bool spread_firm(struct stack_graph *g)
{
	struct stack_value tables = { .kind = STACK_LOST };
	bool changed = true, call, has_tables = depth_of_tables(g, &tables);
	struct stack_node *next[2];
	unsigned int nr, k;
	uint32_t at;

	g->nodes[0].firm = true;
	while (changed) {
		changed = false;
		if (!stack_graph__spend(g, g->size))
			return false;
		for (at = 0; at < g->size; at++) {
			struct stack_node *n = stack_graph__node(g, at);

			if (!n || !(n->firm || n->good) || stack_node__is_refuted(n))
				continue;
			nr = stack_graph__next(g, n, next, &call);
			for (k = 0; k < nr; k++) {
				if (next[k]->firm || next[k]->disputed || (call && !next[k]->good && may_be_case(has_tables, tables, n)))
					continue;
				next[k]->firm = changed = true;
			}
		}
	}
	return true;
}

/*
 * Of two depths at an instruction the one that comes over fewer calls is taken. If the other one is certain, and comes over a jump or from the
 * instruction in front, the first may have come over a call that does not return: neither is proven, unless a return says so. Returns whether
 * there are any such.
 */
static bool find_disputed(struct stack_graph *g)
{
	struct stack_node *next[2];
	bool found = false, call;
	unsigned int nr, k;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		struct stack_node *n = &g->nodes[i];

		if (!(n->firm || n->good) || stack_node__is_refuted(n))
			continue;
		nr = stack_graph__next(g, n, next, &call);
		for (k = 0; k < nr && !call; k++)
			if (!next[k]->good && !goes_on(n, next[k]))
				next[k]->disputed = found = true;
	}
	for (i = 0; found && i < g->nr; i++)
		g->nodes[i].firm = false;
	return found;
}

/*
 * Is there a return in front of which ways with the same frame have met, and that does not take the stack pointer from the frame? Then nothing was
 * allocated on the stack, and one of the ways comes over a call that does not return.
 */
static bool loses_returns(struct stack_graph *g)
{
	size_t i;

	for (i = 0; i < g->nr && g->met; i++) {
		const struct stack_node *n = &g->nodes[i];

		if (n->effect.flow == STACK_RET && !n->good && n->in.regs[STACK_SP].kind == STACK_LOST) {
			g->strict = true;
			return true;
		}
	}
	return false;
}

bool stack_depth__prove(struct stack_depth *d, const struct stack_depth_input *in)
{
	struct stack_graph *g = stack_depth__begin_graph(d, in, false);
	struct stack_state begin = stack_state__begin(false);
	unsigned int round;

	for (round = 0; round < STACK_DEPTH_ROUNDS && stack_graph__fill(g, 0, &begin); round++) {
		if (!spread_returns(g, in))
			break;
		if (loses_returns(g) || find_no_return(g))
			continue;
		/* It does not begin as functions do if it never returns as they do, but in another way. */
		return spread_firm(g) && (!find_disputed(g) || spread_firm(g)) && !stack_node__is_refuted(&g->nodes[0]);
	}
	return false;
}
