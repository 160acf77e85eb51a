// SPDX-License-Identifier: GPL-2.0-only
/* The row of an instruction alone, from what runs behind it, where nobody knows where its function begins: stack_depth__row_at(). */
#include "util/code/stack-depth-internal.h"
#include "util/code/stack-depth-row.h"

#define WORD	8	/* bytes */

/* What the returns behind an address say, in words of that address. */
struct verdict {
	bool found, clashes;
	struct stack_value cfa, fp;
};

/* Does the function end at @n: by a return, or by a jump to another one that takes its place? */
static bool ends_function(const struct stack_graph *g, const struct stack_depth_input *in, const struct stack_node *n)
{
	if (n->effect.flow == STACK_RET)
		return !stack_depth__is_jump(g, n);
	return (n->effect.flow == STACK_JUMP || n->effect.flow == STACK_BRANCH) && n->effect.has_target &&
	       n->effect.target - in->linkage < in->linkage_end - in->linkage;
}

static void take_return(const struct stack_node *n, struct verdict *v)
{
	struct stack_value sp = n->in.regs[STACK_SP], fp = n->in.regs[STACK_FP];
	bool fp_told = stack_value__is(fp, STACK_FIRST_FP, 0) || ((fp.kind == STACK_AT_ORIGIN || fp.kind == STACK_AT_FIRST_FP) && !fp.from);

	if (sp.kind == STACK_AT_FIRST_FP && sp.from == -WORD) {
		/* Who aligns the stack has saved where it was. */
		sp.from = 0;
	} else if (sp.kind != STACK_ORIGIN && sp.kind != STACK_FIRST_FP) {
		v->clashes |= sp.kind != STACK_LOST;
		return;
	} else {
		sp.n += WORD;
	}
	v->clashes |= !fp_told || (v->found && (!stack_value__equal(v->cfa, sp) || !stack_value__equal(v->fp, fp)));
	v->found = true;
	v->cfa = sp;
	v->fp = fp;
}

/*
 * Where calls are made, the caller's frame is at a multiple of 16 bytes, and so is the stack: also at the call that the code is behind. If
 * that does not return, another function begins there, where neither is so.
 */
static bool calls_are_aligned(const struct stack_graph *g, const struct verdict *v, bool behind_call)
{
	size_t i;

	if (behind_call && v->cfa.kind == STACK_ORIGIN && v->cfa.n % 16)
		return false;
	for (i = 0; i < g->nr; i++) {
		const struct stack_node *n = &g->nodes[i];
		struct stack_value sp = n->in.regs[STACK_SP];

		if (n->effect.flow == STACK_CALL && sp.kind == v->cfa.kind && (v->cfa.n - sp.n) % 16)
			return false;
	}
	return true;
}

/* The function has aligned the stack, and made its frame below, as compilers do: the caller's frame pointer is where its own leads to. */
static bool from_aligned(const struct verdict *v, struct stack_depth_row *ret)
{
	ret->row.base = UNWIND_FROM_EXPR;
	ret->cfa_at = v->cfa.n;
	ret->row.fp.where = UNWIND_SAVED_EXPR;
	return v->cfa.n <= -WORD && stack_value__is(v->fp, STACK_AT_FIRST_FP, 0);
}

static bool from_verdict(const struct verdict *v, struct stack_depth_row *ret)
{
	struct unwind_row *row = &ret->row;

	*ret = (struct stack_depth_row){ .row = { .ra = { .where = UNWIND_SAVED, .offset = -WORD }, STACK_DEPTH_REGISTERS } };
	if (v->cfa.kind == STACK_AT_FIRST_FP)
		return from_aligned(v, ret);
	row->cfa_offset = v->cfa.n;
	if (v->cfa.kind == STACK_ORIGIN && v->cfa.n >= WORD) {
		row->base = UNWIND_FROM_SP;
		ret->sp_known = true;
		ret->sp_offset = v->cfa.n;
	} else if (v->cfa.kind == STACK_FIRST_FP && v->cfa.n >= 2 * WORD) {
		row->base = UNWIND_FROM_FP;
		ret->fp_known = true;
		ret->fp_offset = v->cfa.n;
	} else {
		return false;
	}
	if (stack_value__is(v->fp, STACK_FIRST_FP, 0)) {
		row->fp.where = UNWIND_SAME;
		ret->fp_same = true;
	} else {
		/* Saved, told from the same register as the CFA: else it is known, but not in words of a row. */
		if ((v->fp.kind == STACK_AT_ORIGIN) != (v->cfa.kind == STACK_ORIGIN))
			return false;
		row->fp = (struct unwind_value){ .where = UNWIND_SAVED, .offset = v->fp.n - v->cfa.n };
	}
	return row->fp.where != UNWIND_SAVED || row->fp.offset <= -2 * WORD;
}

bool stack_depth__row_at(struct stack_depth *d, const struct stack_depth_input *in, uint64_t addr, bool behind_call,
			 struct stack_depth_row *ret)
{
	struct stack_graph *g = stack_depth__begin_graph(d, in, true);
	struct stack_state begin = stack_state__begin(true);
	struct verdict v = { .found = false };
	unsigned int round, level;
	bool proven = false;
	size_t i;

	for (round = 0; addr >= in->start && addr < in->end && round < STACK_DEPTH_ROUNDS &&
	     stack_graph__fill(g, (uint32_t)(addr - in->start), &begin); round++) {
		if (g->again)
			continue;
		level = UINT16_MAX;
		for (i = 0; i < g->nr; i++)
			if (ends_function(g, in, &g->nodes[i]) && g->nodes[i].level < level &&
			    g->nodes[i].in.regs[STACK_SP].kind != STACK_LOST)
				level = g->nodes[i].level;
		for (i = 0; i < g->nr; i++)
			if (ends_function(g, in, &g->nodes[i]) && g->nodes[i].level == level)
				take_return(&g->nodes[i], &v);
		proven = v.found && !v.clashes && calls_are_aligned(g, &v, behind_call) && from_verdict(&v, ret);
		if (proven) {
			ret->start = addr;
			ret->end = addr + g->nodes[0].effect.size;
		}
		break;
	}
	return proven;
}
