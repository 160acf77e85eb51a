// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-row.h"

#include <inttypes.h>
#include <stdio.h>

static bool values_contradict(const struct unwind_value *a, const struct unwind_value *b)
{
	if (a->where == UNWIND_SAVED_EXPR || b->where == UNWIND_SAVED_EXPR)
		return false;
	return a->where != b->where || ((a->where == UNWIND_SAVED || a->where == UNWIND_IN_REGISTER) && a->offset != b->offset);
}

bool unwind_row__contradicts(const struct unwind_row *a, const struct unwind_row *b)
{
	if (a->base == UNWIND_NO_ROW || b->base == UNWIND_NO_ROW)
		return false;
	/* Linkage tables: .eh_frame has one expression for all of an entry. */
	if (a->base == UNWIND_FROM_EXPR || b->base == UNWIND_FROM_EXPR)
		return false;
	if (a->base != b->base)
		return true;
	if (a->base == UNWIND_FROM_REG && a->cfa_reg != b->cfa_reg)
		return true;
	return a->base != UNWIND_OUTERMOST && (a->cfa_offset != b->cfa_offset || values_contradict(&a->ra, &b->ra) ||
					       values_contradict(&a->fp, &b->fp));
}

bool unwind_expr__is_register(const struct unwind_expr *e, unsigned int reg, int64_t *ret_offset)
{
	enum { OP_BREG0 = 0x70, OP_BREGX = 0x92, OP_CALL_FRAME_CFA = 0x9c };
	const struct unwind_step *step = &e->steps[e->nr - 1];
	bool packed = reg < 32 && step->atom == OP_BREG0 + reg;

	if (e->nr > 2 || (e->nr == 2 && e->steps[0].atom != OP_CALL_FRAME_CFA))
		return false;
	*ret_offset = (int64_t)(packed ? step->a : step->b);
	return packed || (step->atom == OP_BREGX && step->a == reg);
}

static int value_text(const struct unwind_value *v, const char *what, char *buf, size_t size)
{
	switch (v->where) {
	case UNWIND_SAME:
		return snprintf(buf, size, ", %s in its register", what);
	case UNWIND_SAVED:
		return snprintf(buf, size, ", %s at CFA%+" PRId32, what, v->offset);
	case UNWIND_SAVED_EXPR:
		return snprintf(buf, size, ", %s by an expression", what);
	case UNWIND_IN_REGISTER:
		return snprintf(buf, size, ", %s in r%" PRId32, what, v->offset);
	default:
		return snprintf(buf, size, ", %s lost", what);
	}
}

void unwind_row__text(const struct unwind_row *row, char buf[UNWIND_ROW_TEXT])
{
	size_t size = UNWIND_ROW_TEXT;
	int n;

	switch (row->base) {
	case UNWIND_NO_ROW:
		snprintf(buf, size, "nothing");
		return;
	case UNWIND_OUTERMOST:
		snprintf(buf, size, "no caller");
		return;
	case UNWIND_FROM_SP:
	case UNWIND_FROM_FP:
		n = snprintf(buf, size, "CFA = %s%+" PRId32, row->base == UNWIND_FROM_SP ? "sp" : "fp", row->cfa_offset);
		break;
	case UNWIND_FROM_REG:
		n = snprintf(buf, size, "CFA = r%u%+" PRId32, row->cfa_reg, row->cfa_offset);
		break;
	case UNWIND_FROM_EXPR:
		n = snprintf(buf, size, "CFA by an expression");
		break;
	default:
		n = snprintf(buf, size, "CFA in an unknown way");
	}
	n += value_text(&row->ra, "ra", buf + n, size - (size_t)n);
	value_text(&row->fp, "fp", buf + n, size - (size_t)n);
}
