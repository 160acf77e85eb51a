// SPDX-License-Identifier: GPL-2.0-only
/* What is proven of instructions, as rows: of one, and of all of a function. */
#include "util/code/stack-depth-row.h"

#include "util/base/alloc.h"
#include "util/code/stack-depth-internal.h"

#define WORD	8	/* bytes */

static struct unwind_value saved(int32_t offset)
{
	return (struct unwind_value){ .where = UNWIND_SAVED, .offset = offset };
}

static bool same_alignment(struct stack_value a, struct stack_value b)
{
	return a.kind == STACK_ALIGNED && b.kind == STACK_ALIGNED && a.bits == b.bits && a.from == b.from;
}

/* Below the stack pointer nothing stays: a signal's handler writes there. */
static bool is_kept(struct stack_value slot, struct stack_value sp)
{
	/* An aligned place is not above the one that it was made of. */
	if (slot.kind == STACK_ORIGIN)
		return (sp.kind != STACK_ORIGIN && sp.kind != STACK_ALIGNED) || slot.n >= sp.n + sp.from;
	return slot.kind == STACK_ALIGNED && sp.kind != STACK_ORIGIN &&
	       (sp.kind != STACK_ALIGNED || (same_alignment(slot, sp) && slot.n >= sp.n));
}

/*
 * The return address was taken from the stack into a register, whose number (DWARF's) is returned. -1: it was not. musl's vfork()
 * does so, since the child that shares the stack writes there.
 */
static int ra_register(const struct stack_state *s)
{
	int i;

	for (i = 0; i < STACK_REGS && stack_value__is(s->regs[STACK_SP], STACK_ORIGIN, 0); i++)
		if (s->regs[i].kind == STACK_RETURN_ADDRESS)
			return stack_reg__to_dwarf(i);
	return -1;
}

static void fill_fp(const struct stack_state *s, struct stack_depth_row *ret)
{
	struct stack_value slot = s->fp_slot, fp = s->regs[STACK_FP], sp = s->regs[STACK_SP];
	struct unwind_value *v = &ret->row.fp;

	ret->fp_known = fp.kind == STACK_ORIGIN && fp.n < 0;
	ret->fp_offset = ret->fp_known ? -fp.n : 0;
	ret->fp_same = stack_value__is(fp, STACK_FIRST_FP, 0);
	if (is_kept(slot, sp) && slot.kind == STACK_ORIGIN) {
		*v = saved(slot.n);
	} else if (ret->fp_same) {
		v->where = UNWIND_SAME;
	} else if (is_kept(slot, sp) && (same_alignment(slot, fp) || same_alignment(slot, sp))) {
		ret->fp_by_sp = !same_alignment(slot, fp);
		ret->fp_at = slot.n - (ret->fp_by_sp ? sp.n : fp.n);
		v->where = UNWIND_SAVED_EXPR;
	} else {
		v->where = UNWIND_LOST;
	}
}

/* Nothing but what was saved, or a register, leads back over the place where the stack pointer was aligned. */
static void fill_aligned(const struct stack_state *s, struct stack_depth_row *ret)
{
	struct stack_value slot = s->cfa_slot, fp = s->regs[STACK_FP], sp = s->regs[STACK_SP];
	struct unwind_row *row = &ret->row;
	int i;

	if (s->cfa_saved.kind == STACK_ORIGIN && is_kept(slot, sp) && (same_alignment(slot, fp) || same_alignment(slot, sp))) {
		row->base = UNWIND_FROM_EXPR;
		row->cfa_offset = -s->cfa_saved.n;
		ret->cfa_by_sp = !same_alignment(slot, fp);
		ret->cfa_at = slot.n - (ret->cfa_by_sp ? sp.n : fp.n);
		return;
	}
	for (i = 0; i < STACK_REGS; i++) {
		if (s->regs[i].kind != STACK_ORIGIN || i == STACK_SP || i == STACK_FP)
			continue;
		row->base = UNWIND_FROM_REG;
		row->cfa_reg = (uint16_t)stack_reg__to_dwarf(i);
		row->cfa_offset = -s->regs[i].n;
		return;
	}
}

static void fill(const struct stack_state *s, struct stack_depth_row *ret)
{
	struct stack_value sp = s->regs[STACK_SP], fp = s->regs[STACK_FP];
	struct unwind_row *row = &ret->row;
	int ra_reg = ra_register(s);

	*ret = (struct stack_depth_row){ .row = { .base = UNWIND_NO_ROW, STACK_DEPTH_REGISTERS } };
	ret->sp_known = sp.kind == STACK_ORIGIN && (sp.n <= -WORD || ra_reg >= 0);
	ret->sp_offset = ret->sp_known ? -sp.n : 0;
	fill_fp(s, ret);
	if (ra_reg < 0 && !stack_value__is(s->ra_slot, STACK_ORIGIN, -WORD)) {
		row->fp.where = UNWIND_LOST;
		return;
	}
	row->ra = ra_reg < 0 ? saved(-WORD) : (struct unwind_value){ .where = UNWIND_IN_REGISTER, .offset = ra_reg };
	/* An own frame: the frame pointer is where the caller's was saved, which makes a chain. */
	if (ret->fp_known && (!ret->sp_known || stack_value__equal(fp, s->fp_slot))) {
		row->base = UNWIND_FROM_FP;
		row->cfa_offset = ret->fp_offset;
	} else if (ret->sp_known) {
		row->base = UNWIND_FROM_SP;
		row->cfa_offset = ret->sp_offset;
	} else if (s->cfa_slot.kind == STACK_ALIGNED || sp.kind == STACK_ALIGNED) {
		fill_aligned(s, ret);
	}
}

/*
 * The code that a program or thread begins with clears the frame pointer, as the ABIs ask, without having saved it,
 * moves the stack pointer beyond its caller's, and never returns: there is no caller.
 */
static bool is_root(const struct stack_node *n)
{
	const struct stack_state *s = &n->in;
	struct stack_value sp = s->regs[STACK_SP];

	return !n->good && stack_value__is(s->regs[STACK_FP], STACK_NUMBER, 0) && s->fp_slot.kind == STACK_LOST &&
	       sp.kind == STACK_ORIGIN && sp.n > -WORD;
}

void stack_depth_row__fill(const struct stack_node *n, struct stack_depth_row *ret)
{
	if (is_root(n))
		*ret = (struct stack_depth_row){ .row = { .base = UNWIND_OUTERMOST, STACK_DEPTH_REGISTERS } };
	else
		fill(&n->in, ret);
}

bool stack_depth_row__equal(const struct stack_depth_row *a, const struct stack_depth_row *b)
{
	return a->row.base == b->row.base && a->row.cfa_offset == b->row.cfa_offset && a->row.cfa_reg == b->row.cfa_reg &&
	       a->row.ra.where == b->row.ra.where && a->row.ra.offset == b->row.ra.offset && a->row.fp.where == b->row.fp.where &&
	       a->row.fp.offset == b->row.fp.offset && a->sp_known == b->sp_known && a->sp_offset == b->sp_offset &&
	       a->fp_known == b->fp_known && a->fp_offset == b->fp_offset && a->fp_same == b->fp_same &&
	       a->cfa_at == b->cfa_at && a->fp_at == b->fp_at && a->cfa_by_sp == b->cfa_by_sp && a->fp_by_sp == b->fp_by_sp;
}

/* --- a whole function ------------------------------------------------------------------------ */

static bool has_no_return(const struct stack_graph *g)
{
	size_t i;

	for (i = 0; i < g->nr; i++)
		if (g->marks[g->nodes[i].at] & STACK_MARK_NO_RETURN)
			return true;
	return false;
}

static struct stack_depth_row *collect(const struct stack_graph *g, bool all, size_t *ret_nr)
{
	struct stack_depth_row *list = NULL, row;
	bool gaps = all && has_no_return(g);
	size_t nr = 0, cap = 0;
	uint32_t i, at;

	for (i = 0; i < g->size; i++) {
		const struct stack_node *n = stack_graph__node(g, at = stack_graph__nth(g, i));

		if (n ? !stack_node__is_proven(n) && (!all || (n->seeded && !gaps)) : !gaps)
			continue;
		row = (struct stack_depth_row){ .row.base = UNWIND_NO_ROW };
		if (n && stack_node__is_proven(n))
			stack_depth_row__fill(n, &row);
		if (row.row.base == UNWIND_NO_ROW && !all)
			continue;
		row.start = stack_graph__addr(g, at);
		row.end = row.start + (n ? n->effect.size : 1);
		/* The rest of an instruction is no gap. */
		if (!n && nr && list[nr - 1].end > row.start)
			continue;
		/* A jump over a prefix makes two instructions of one. */
		if (nr && list[nr - 1].end > row.start)
			list[nr - 1].end = row.start;
		if (nr && list[nr - 1].end == row.start && stack_depth_row__equal(&list[nr - 1], &row)) {
			list[nr - 1].end = row.end;
			continue;
		}
		GROW(list, nr, cap);
		list[nr++] = row;
	}
	*ret_nr = nr;
	return list;
}

struct stack_depth_row *stack_depth__rows(struct stack_depth *d, const struct stack_depth_input *in, size_t *ret_nr)
{
	*ret_nr = 0;
	return stack_depth__prove(d, in) ? collect(&d->graph, in->all, ret_nr) : NULL;
}
