// SPDX-License-Identifier: GPL-2.0-only
/* The rows of a function in SFrame, as they lie there, and what they say. */
#include "util/code/sframe-internal.h"

#include "util/code/dwarf-op.h"

bool sframe__read_row(struct cursor *c, const struct sframe_function *f, struct sframe_raw_row *ret)
{
	unsigned int info, size, i;

	ret->start = f->start_size == 1 ? cursor__u8(c, "row") : f->start_size == 2 ? cursor__u16(c, "row")
										  : cursor__u32(c, "row");
	info = cursor__u8(c, "row's info");
	ret->from_sp = info & 1;
	ret->nr = info >> 1 & 15;
	size = info >> 5 & 3;
	if (size == 3)
		cursor__fail(c, "row's info");
	for (i = 0; i < ret->nr; i++)
		ret->words[i] = size == 0   ? (int8_t)cursor__u8(c, "offset")
				: size == 1 ? (int16_t)cursor__u16(c, "offset")
					    : (int32_t)cursor__u32(c, "offset");
	return !c->bad;
}

/*
 * The last row that begins at @offset of the function or before it. *@ret_end: the beginning of the row behind it, or what it was
 * before.
 */
static bool find_row(const struct sframe *s, const struct sframe_function *f, uint64_t offset, struct sframe_raw_row *ret,
		     uint64_t *ret_end)
{
	struct cursor c = sframe__rows_from(s, f->rows - s->rows);
	struct sframe_raw_row row;
	bool found = false;
	uint32_t i;

	for (i = 0; i < f->nr_rows && sframe__read_row(&c, f, &row); i++) {
		if (row.start > offset) {
			if (row.start < *ret_end)
				*ret_end = row.start;
			break;
		}
		*ret = row;
		found = true;
	}
	return found;
}

/* DWARF's numbers of the registers. */
static void set_registers(const struct sframe *s, struct unwind_row *row)
{
	bool arm = s->abi == SFRAME_AARCH64_BIG || s->abi == SFRAME_AARCH64_LITTLE;

	row->sp_reg = arm ? 31 : s->abi == SFRAME_AMD64 ? 7 : 15;
	row->fp_reg = arm ? 29 : s->abi == SFRAME_AMD64 ? 6 : 11;
	row->ip_reg = arm ? 32 : s->abi == SFRAME_AMD64 ? 16 : 14;
	/* It does not tell of others. */
	row->base_nr = UINT8_MAX;
}

static struct unwind_value saved(int32_t offset)
{
	return (struct unwind_value){ .where = UNWIND_SAVED, .offset = offset };
}

/* Rows of version 1 and 2, and most of version 3: CFA; the return address, unless it has its place; frame pointer. */
static void fill_default(const struct sframe *s, const struct sframe_raw_row *raw, struct unwind_row *row)
{
	unsigned int next = 1;

	row->base = raw->from_sp ? UNWIND_FROM_SP : UNWIND_FROM_FP;
	row->cfa_offset = raw->words[0];
	row->ra = row->fp = (struct unwind_value){ .where = UNWIND_SAME };
	if (s->fixed_ra)
		row->ra = saved(s->fixed_ra);
	else if (next < raw->nr)
		row->ra = saved(raw->words[next++]);
	if (s->fixed_fp)
		row->fp = saved(s->fixed_fp);
	else if (next < raw->nr)
		row->fp = saved(raw->words[next]);
	if (s->abi != SFRAME_S390X)
		return;
	/* Offsets are scaled there; odd ones are registers, and a return address of 0 is where it was. */
	row->cfa_offset = (int32_t)((int64_t)row->cfa_offset * 8 + 160);
	if (row->ra.where == UNWIND_SAVED && !row->ra.offset)
		row->ra.where = UNWIND_SAME;
	if (row->ra.where == UNWIND_SAVED && row->ra.offset & 1)
		row->ra.where = UNWIND_LOST;
	if (row->fp.where == UNWIND_SAVED && row->fp.offset & 1)
		row->fp.where = UNWIND_LOST;
}

/* "*(register + offset)", or without the star, as DWARF would say it. */
static const struct unwind_expr *register_expr(unsigned int reg, int32_t offset, bool deref, struct arena *arena)
{
	struct unwind_expr *e = arena__alloc(arena, sizeof(*e));

	*e = (struct unwind_expr){ .nr = deref ? 2 : 1, .steps = {
		{ OP_BREGX, reg, (uint64_t)(int64_t)offset }, { OP_DEREF, 0, 0 } } };
	return e;
}

/* A pair of words of a flexible row: control and offset; or one, 0. False: there are no more. */
static bool next_pair(const struct sframe_raw_row *raw, unsigned int *pos, uint32_t *ret_control, int32_t *ret_offset)
{
	*ret_control = 0;
	if (*pos >= raw->nr)
		return false;
	*ret_control = (uint32_t)raw->words[(*pos)++];
	if (!*ret_control)
		return false;
	if (*pos >= raw->nr)
		return false;
	*ret_offset = raw->words[(*pos)++];
	return true;
}

static struct unwind_value flexible_value(const struct sframe_raw_row *raw, unsigned int *pos, struct unwind_value otherwise,
					  struct arena *arena)
{
	uint32_t control;
	int32_t offset;
	bool by_register, deref;

	if (!next_pair(raw, pos, &control, &offset))
		return otherwise;
	by_register = control & 1;
	deref = control & 2;
	if (!by_register)
		return saved(offset);
	/* A register's own contents are another register than the one asked for: nobody who unwinds has recorded it. */
	if (!deref)
		return (struct unwind_value){ .where = UNWIND_LOST };
	return (struct unwind_value){ .where = UNWIND_SAVED_EXPR,
				      .expr = register_expr(control >> 3 & 0xff, offset, false, arena) };
}

static void fill_flexible(const struct sframe *s, const struct sframe_raw_row *raw, struct unwind_row *row,
			  struct arena *arena)
{
	const struct unwind_value same = { .where = UNWIND_SAME };
	unsigned int pos = 0, reg;
	uint32_t control;
	int32_t offset;

	row->base = UNWIND_FROM_OTHER;
	if (!next_pair(raw, &pos, &control, &offset) || !(control & 1))
		return;
	reg = control >> 3 & 0xff;
	if (control & 2) {
		row->base = UNWIND_FROM_EXPR;
		row->cfa_expr = register_expr(reg, offset, true, arena);
	} else {
		row->base = reg == row->sp_reg ? UNWIND_FROM_SP : reg == row->fp_reg ? UNWIND_FROM_FP : UNWIND_FROM_REG;
		row->cfa_reg = (uint16_t)reg;
		row->cfa_offset = offset;
	}
	row->ra = flexible_value(raw, &pos, s->fixed_ra ? saved(s->fixed_ra) : same, arena);
	row->fp = flexible_value(raw, &pos, s->fixed_fp ? saved(s->fixed_fp) : same, arena);
}

static struct unwind_row make_row(const struct sframe *s, const struct sframe_function *f, const struct sframe_raw_row *raw,
				  struct arena *arena)
{
	struct unwind_row row = { .base = UNWIND_NO_ROW, .signal = f->signal };

	set_registers(s, &row);
	/* Without words: the return address is undefined. */
	if (!raw->nr)
		row.base = s->version > 1 ? UNWIND_OUTERMOST : UNWIND_NO_ROW;
	else if (f->flexible)
		fill_flexible(s, raw, &row, arena);
	else
		fill_default(s, raw, &row);
	return row;
}

struct unwind_row sframe__row_of(const struct sframe *s, const struct sframe_function *f, uint64_t addr, struct arena *arena,
				 uint64_t *ret_start, uint64_t *ret_end)
{
	uint64_t offset = addr - f->start, first = f->start, end;
	struct sframe_raw_row raw;

	/* What repeats holds within one block. */
	if (f->repeats) {
		first = addr - offset % f->block;
		offset = addr - first;
	}
	end = f->repeats && f->block < f->end - first ? f->block : f->end - first;
	if (!find_row(s, f, offset, &raw, &end))
		return (struct unwind_row){ .base = UNWIND_NO_ROW };
	*ret_start = first + raw.start;
	*ret_end = first + end;
	return make_row(s, f, &raw, arena);
}

void sframe__each_row(const struct sframe *s, const struct sframe_function *f, struct arena *arena,
		      void (*fn)(void *ctx, uint64_t addr, const struct unwind_row *row), void *ctx)
{
	struct cursor c = sframe__rows_from(s, f->rows - s->rows);
	struct sframe_raw_row raw;
	uint32_t i;

	for (i = 0; i < f->nr_rows && sframe__read_row(&c, f, &raw); i++) {
		const struct unwind_row row = make_row(s, f, &raw, arena);

		if (raw.start < f->end - f->start)
			fn(ctx, f->start + raw.start, &row);
	}
}
