// SPDX-License-Identifier: GPL-2.0-only
/* Rows of functions that have a table which contradicts their code (table-doubt.h). */
#include "util/code/unwind-code-internal.h"

/* One may count from the stack pointer where the other counts from the frame pointer. */
bool unwind_code__agrees(const struct stack_depth_row *row, const struct unwind_row *told)
{
	if (told->base == UNWIND_FROM_SP && row->sp_known)
		return row->sp_offset == told->cfa_offset;
	if (told->base == UNWIND_FROM_FP && row->fp_known)
		return row->fp_offset == told->cfa_offset;
	return row->row.base == told->base;
}

/* Where the caller's frame pointer is, in words that both have. Between its being saved and its being changed it is in both places. */
static bool agrees_about_fp(const struct stack_depth_row *row, const struct unwind_row *told)
{
	const struct unwind_value *fp = &row->row.fp;

	if (row->fp_same || (fp->where != UNWIND_SAVED && fp->where != UNWIND_SAVED_EXPR))
		return true;
	if (told->fp.where == UNWIND_SAVED && fp->where == UNWIND_SAVED)
		return told->fp.offset == fp->offset;
	return told->fp.where != UNWIND_SAME;
}

static void limit(struct unwind_answer *ret, uint64_t start, uint64_t end)
{
	ret->start = start > ret->start ? start : ret->start;
	ret->end = end < ret->end ? end : ret->end;
}

bool unwind_code__correct(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret)
{
	const struct unwind_answer table = *ret;
	struct stack_depth_input in = { .start = ret->function, .end = ret->function_end, .is_function = true, .all = true };
	const struct stack_depth_row *row = NULL;
	uint64_t low, high;
	const unsigned char *code = unwind_code__segment(u, addr, &low, &high);

	unwind_code__open_late(u);
	if (u->depth && code && in.start >= low && in.end <= high) {
		in.code = code + (in.start - low);
		row = unwind_code__proven(u, &in, addr);
	}
	if (!row)
		return false;
	limit(ret, row->start, row->end);
	if (unwind_code__agrees(row, &ret->row) && agrees_about_fp(row, &ret->row))
		return true;
	unwind_code__take(u, row, addr, ret);
	limit(ret, table.start, table.end);
	/* What was saved at a distance from the caller's frame is there, wherever that is. */
	ret->row.base_nr = table.row.base_nr;
	if (table.row.base_reg.where == UNWIND_SAVED)
		ret->row.base_reg = table.row.base_reg;
	ret->mended = true;
	return true;
}
