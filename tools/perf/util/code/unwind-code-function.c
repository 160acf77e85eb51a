// SPDX-License-Identifier: GPL-2.0-only
/* Rows of whole functions by their code. */
#include "util/base/bisect.h"
#include "util/code/unwind-code-internal.h"

#include <stdlib.h>

#include "util/code/dwarf-op.h"
#include "util/code/inline-thunk.h"

static struct unwind_expr place(const struct unwind_code *u, int32_t at, bool by_sp)
{
	uint8_t reg = by_sp ? u->machine->sp : u->machine->fp;

	return (struct unwind_expr){ .nr = 1, .steps = { { (uint8_t)(OP_BREG0 + reg), (uint64_t)(int64_t)at, 0 } } };
}

/* Frames whose place only runs know, as the stack was aligned. */
static void add_exprs(struct unwind_code *u, const struct stack_depth_row *row, struct unwind_answer *ret)
{
	if (ret->row.base == UNWIND_FROM_EXPR) {
		u->cfa_expr = place(u, row->cfa_at, row->cfa_by_sp);
		u->cfa_expr.steps[u->cfa_expr.nr++] = (struct unwind_step){ OP_DEREF, 0, 0 };
		if (row->row.cfa_offset)
			u->cfa_expr.steps[u->cfa_expr.nr++] =
				(struct unwind_step){ OP_PLUS_UCONST, (uint64_t)(int64_t)row->row.cfa_offset, 0 };
		ret->row.cfa_offset = 0;
		ret->row.cfa_expr = &u->cfa_expr;
	}
	if (ret->row.fp.where == UNWIND_SAVED_EXPR) {
		u->fp_expr = place(u, row->fp_at, row->fp_by_sp);
		ret->row.fp.expr = &u->fp_expr;
	}
}

void unwind_code__take(struct unwind_code *u, const struct stack_depth_row *row, uint64_t addr, struct unwind_answer *ret)
{
	ret->row = row->row;
	add_exprs(u, row, ret);
	ret->source = UNWIND_BY_CODE;
	ret->start = row->start <= addr ? row->start : addr;
	ret->end = row->end > addr ? row->end : addr + 1;
}

static void follow_function(struct unwind_code *u, const struct stack_depth_input *in)
{
	uint64_t part = in->part_end > in->part_start ? in->part_start : 0;

	if (u->start == in->start && u->end == in->end && u->part_start == part)
		return;
	free(u->rows);
	u->rows = stack_depth__rows(u->depth, in, &u->nr);
	u->start = in->start;
	u->end = in->end;
	u->part_start = part;
}

/* The first row that ends behind @addr. */
static size_t first_behind(const struct unwind_code *u, uint64_t addr)
{
	return BISECT(u->nr, mid, u->rows[mid].end <= addr);
}

const struct stack_depth_row *unwind_code__proven(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr)
{
	size_t i;

	follow_function(u, in);
	i = first_behind(u, addr);
	return i < u->nr && u->rows[i].start <= addr && u->rows[i].row.base != UNWIND_NO_ROW ? &u->rows[i] : NULL;
}

void unwind_code__in_function(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
{
	size_t i;

	follow_function(u, in);
	i = first_behind(u, addr);
	if (i == u->nr || u->rows[i].start > addr)
		return;
	ret->function = in->start;
	ret->function_end = in->end;
	if (u->rows[i].row.base != UNWIND_NO_ROW)
		unwind_code__take(u, &u->rows[i], addr, ret);
}

/* Functions of one name, of which each file that was linked may have its own: so many are tried. */
#define OWNERS_MAX	8
/* Behind so much work no other one is tried; hostile code could ask for seconds. */
#define WORK_MAX	(1ULL << 25)

void unwind_code__in_part(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret)
{
	struct stack_depth_input in = { .is_function = true, .linkage = u->linkage, .linkage_end = u->linkage_end };
	uint64_t low, high, own_low, own_high;
	const unsigned char *code = unwind_code__segment(u, addr, &low, &high), *own;
	const struct stack_depth_row *row;
	const struct func_owner *owners;
	uint64_t work = 0;
	size_t nr, i;

	owners = func_parts__owners(&u->parts, &u->starts, addr, &in.part_start, &in.part_end, &nr);
	if (!owners || in.part_start < low || in.part_end > high)
		return;
	in.part_code = code + (in.part_start - low);
	for (i = 0; i < nr && i < OWNERS_MAX && work < WORK_MAX && ret->source == UNWIND_BY_NOTHING; i++) {
		in.start = owners[i].start;
		in.end = owners[i].end;
		own = unwind_code__segment(u, in.start, &own_low, &own_high);
		if (!own || in.end > own_high)
			continue;
		in.code = own + (in.start - own_low);
		row = unwind_code__proven(u, &in, addr);
		work += stack_depth__work(u->depth);
		if (row)
			unwind_code__take(u, row, addr, ret);
	}
}

void unwind_code__in_thunk(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, uint64_t base, int32_t pushed,
			 struct unwind_answer *ret)
{
	unwind_code__in_function(u, in, base, ret);
	inline_thunk__push(&ret->row, pushed);
	ret->start = addr;
	ret->end = addr + 1;
}

void unwind_code__row_within(struct unwind_code *u, uint64_t addr, uint64_t start, uint64_t end, struct unwind_answer *ret)
{
	struct stack_depth_input in = { .start = start, .end = end, .is_function = true, .all = true };
	uint64_t low, high;
	const unsigned char *code = unwind_code__segment(u, addr, &low, &high);
	size_t i;

	ret->end = end;
	unwind_code__open_late(u);
	if (!code || !u->depth || start < low || end > high || addr < start || addr >= end)
		return;
	in.code = code + (start - low);
	unwind_code__in_function(u, &in, addr, ret);
	i = first_behind(u, addr);
	if (ret->source == UNWIND_BY_NOTHING && i < u->nr)
		ret->end = u->rows[i].start > addr ? u->rows[i].start : u->rows[i].end;
}
