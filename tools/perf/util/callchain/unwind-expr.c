// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/unwind-expr.h"

#include <stddef.h>

#include "util/code/dwarf-op.h"

/* One step adds one value at most. */
struct stack {
	uint64_t vals[UNWIND_EXPR_MAX];
	size_t nr;
};

static bool push_register(struct stack *s, const struct unwind_expr_input *in, uint64_t reg, uint64_t offset)
{
	uint64_t val;

	if (reg == in->row->ip_reg)
		val = in->ip;
	else if (reg == in->row->sp_reg && in->has_sp)
		val = in->sp;
	else if (reg == in->row->fp_reg && in->has_fp)
		val = in->fp;
	else
		return false;
	s->vals[s->nr++] = val + offset;
	return true;
}

/* Operations that put a value on the stack. False: it is none of them, or the value is not known. */
static bool push(struct stack *s, const struct unwind_expr_input *in, const struct unwind_step *step)
{
	uint8_t atom = step->atom;

	if (atom >= OP_BREG0 && atom <= OP_BREG31)
		return push_register(s, in, atom - OP_BREG0, step->a);
	if (atom == OP_BREGX)
		return push_register(s, in, step->a, step->b);
	if (atom >= OP_LIT0 && atom <= OP_LIT31) {
		s->vals[s->nr++] = atom - OP_LIT0;
		return true;
	}
	if (atom >= OP_CONST_FIRST && atom <= OP_CONST_LAST) {
		s->vals[s->nr++] = step->a;
		return true;
	}
	if (atom == OP_CALL_FRAME_CFA && in->has_cfa) {
		s->vals[s->nr++] = in->cfa;
		return true;
	}
	if (atom == OP_DUP && s->nr) {
		s->vals[s->nr] = s->vals[s->nr - 1];
		s->nr++;
		return true;
	}
	return false;
}

/* Operations on the last value. */
static bool change(struct stack *s, const struct unwind_expr_input *in, const struct unwind_step *step)
{
	uint64_t *top = &s->vals[s->nr - 1];

	switch (step->atom) {
	case OP_DEREF:
		return in->load(in->ctx, *top, top);
	case OP_PLUS_UCONST:
		*top += step->a;
		return true;
	case OP_DROP:
		s->nr--;
		return true;
	default:
		return false;
	}
}

static bool compute(uint8_t atom, uint64_t a, uint64_t b, uint64_t *ret)
{
	switch (atom) {
	case OP_AND:	*ret = a & b; return true;
	case OP_OR:	*ret = a | b; return true;
	case OP_MINUS:	*ret = a - b; return true;
	case OP_MUL:	*ret = a * b; return true;
	case OP_PLUS:	*ret = a + b; return true;
	case OP_SHL:	*ret = b < 64 ? a << b : 0; return true;
	case OP_SHR:	*ret = b < 64 ? a >> b : 0; return true;
	case OP_EQ:	*ret = a == b; return true;
	case OP_NE:	*ret = a != b; return true;
	case OP_GE:	*ret = (int64_t)a >= (int64_t)b; return true;
	case OP_GT:	*ret = (int64_t)a > (int64_t)b; return true;
	case OP_LE:	*ret = (int64_t)a <= (int64_t)b; return true;
	case OP_LT:	*ret = (int64_t)a < (int64_t)b; return true;
	default:	return false;
	}
}

bool unwind_expr__run(const struct unwind_expr *expr, const struct unwind_expr_input *in, uint64_t *ret)
{
	struct stack s = { .nr = 0 };
	size_t i;

	for (i = 0; i < expr->nr; i++) {
		const struct unwind_step *step = &expr->steps[i];

		if (push(&s, in, step) || (s.nr && change(&s, in, step)))
			continue;
		if (s.nr < 2 || !compute(step->atom, s.vals[s.nr - 2], s.vals[s.nr - 1], &s.vals[s.nr - 2]))
			return false;
		s.nr--;
	}
	if (!s.nr)
		return false;
	*ret = s.vals[s.nr - 1];
	return true;
}
