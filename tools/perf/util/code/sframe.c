// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/sframe.h"

#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/code/dwarf-op.h"

#define MAGIC		0xdee2
#define HEADER_SIZE	28
/* Of a function in the index, bytes, by version. */
static const uint8_t function_sizes[] = { 0, 17, 20, 16 };

/* Bits of a function's info byte, and of the second one that version 3 has. */
#define INFO_START_MASK	0x0f
#define INFO_REPEATS	0x10
#define INFO_SIGNAL	0x80
#define INFO2_KIND_MASK	0x1f
#define KIND_FLEXIBLE	1

const char *sframe_abi__name(unsigned int abi)
{
	static const char *const names[] = { "", "aarch64 (big-endian)", "aarch64", "amd64", "s390x" };

	return abi < ARRAY_SIZE(names) ? names[abi] : "";
}

/* --- header ---------------------------------------------------------------------------------- */

static int refuse(struct diag *diag, int err, const char *what)
{
	return diag__msg(diag, err, ".sframe: %s", what);
}

static bool is_inside(const struct sframe *s, uint64_t at, uint64_t size)
{
	return at <= s->size && size <= s->size - at;
}

int sframe__open(struct sframe *s, const void *data, size_t size, uint64_t addr, struct diag *diag)
{
	struct cursor c = cursor__make(data, size, false);
	uint64_t functions, rows, end;
	uint16_t magic = cursor__u16(&c, "magic");

	*s = (struct sframe){ .data = data, .size = size, .addr = addr, .swap = magic == __builtin_bswap16(MAGIC) };
	if (magic != MAGIC && !s->swap)
		return refuse(diag, -EBADMSG, "does not begin as one");
	c.swap = s->swap;
	s->version = cursor__u8(&c, "version");
	s->flags = cursor__u8(&c, "flags");
	s->abi = cursor__u8(&c, "abi");
	s->fixed_fp = (int8_t)cursor__u8(&c, "fixed fp");
	s->fixed_ra = (int8_t)cursor__u8(&c, "fixed ra");
	end = HEADER_SIZE + cursor__u8(&c, "auxiliary header");
	s->nr_functions = cursor__u32(&c, "functions");
	s->nr_rows = cursor__u32(&c, "rows");
	s->rows_size = cursor__u32(&c, "size of rows");
	functions = end + cursor__u32(&c, "offset of functions");
	rows = end + cursor__u32(&c, "offset of rows");
	if (c.bad)
		return refuse(diag, -EBADMSG, "ends within its header");
	if (!s->version || s->version >= ARRAY_SIZE(function_sizes))
		return diag__msg(diag, -ENOTSUP, ".sframe: version %u is not known (1, 2 and 3 are)", s->version);
	if (!*sframe_abi__name(s->abi))
		return diag__msg(diag, -ENOTSUP, ".sframe: architecture %u is not known", s->abi);
	if (!is_inside(s, functions, (uint64_t)s->nr_functions * function_sizes[s->version]) ||
	    !is_inside(s, rows, s->rows_size))
		return refuse(diag, -EBADMSG, "ends before its functions or rows do");
	s->functions = (size_t)functions;
	s->rows = (size_t)rows;
	return 0;
}

/* --- functions ------------------------------------------------------------------------------- */

static struct cursor rows_from(const struct sframe *s, uint64_t offset)
{
	struct cursor c = cursor__make(s->data + s->rows, s->rows_size, s->swap);

	cursor__skip(&c, offset, "rows");
	return c;
}

/* Version 3 keeps a function's attributes in front of its rows. */
static bool read_attributes(const struct sframe *s, uint64_t offset, struct sframe_function *ret, uint8_t *ret_info)
{
	struct cursor c = rows_from(s, offset);
	uint8_t info2;

	ret->nr_rows = cursor__u16(&c, "rows");
	*ret_info = cursor__u8(&c, "info");
	info2 = cursor__u8(&c, "info 2");
	ret->block = cursor__u8(&c, "block");
	ret->rows = s->rows + (size_t)offset + 5;
	ret->signal = *ret_info & INFO_SIGNAL;
	ret->flexible = (info2 & INFO2_KIND_MASK) == KIND_FLEXIBLE;
	return !c.bad && (info2 & INFO2_KIND_MASK) <= KIND_FLEXIBLE;
}

bool sframe__function(const struct sframe *s, uint32_t i, struct sframe_function *ret)
{
	size_t size = function_sizes[s->version], at = s->functions + i * size;
	uint64_t start, offset;
	struct cursor c;
	uint32_t length;
	uint8_t info;

	if (i >= s->nr_functions)
		return false;
	c = cursor__make(s->data + at, size, s->swap);
	*ret = (struct sframe_function){ 0 };
	start = s->version == 3 ? cursor__u64(&c, "start") : (uint64_t)(int64_t)(int32_t)cursor__u32(&c, "start");
	length = cursor__u32(&c, "length");
	offset = cursor__u32(&c, "rows");
	start += s->addr + (s->flags & SFRAME_START_PCREL ? at : 0);
	ret->start = start;
	ret->end = start + length;
	if (s->version == 3) {
		if (!read_attributes(s, offset, ret, &info))
			return false;
	} else {
		ret->nr_rows = cursor__u32(&c, "number of rows");
		info = cursor__u8(&c, "info");
		/* Version 1 knows of AMD64's linkage tables alone, whose entries have 16 bytes. */
		ret->block = s->version == 2 ? cursor__u8(&c, "block") : 16;
		ret->rows = s->rows + (size_t)offset;
	}
	ret->repeats = info & INFO_REPEATS;
	if ((info & INFO_START_MASK) > 2 || c.bad || (ret->repeats && !ret->block) || ret->end < ret->start ||
	    offset > s->rows_size)
		return false;
	ret->start_size = (uint8_t)(1 << (info & INFO_START_MASK));
	/* The smallest row is its first field and a byte. */
	return ret->nr_rows <= (s->rows + s->rows_size - ret->rows) / (ret->start_size + 1U);
}

static bool covers(const struct sframe_function *f, uint64_t addr)
{
	return addr >= f->start && addr < f->end;
}

bool sframe__find(const struct sframe *s, uint64_t addr, struct sframe_function *ret)
{
	uint32_t first = 0, nr = s->nr_functions, i;

	/* The last one that begins at @addr or before it. */
	while (s->flags & SFRAME_SORTED && nr > 1) {
		if (!sframe__function(s, first + nr / 2, ret))
			break;
		if (ret->start <= addr)
			first += nr / 2;
		nr = ret->start <= addr ? nr - nr / 2 : nr / 2;
	}
	for (i = first; i < first + nr; i++)
		if (sframe__function(s, i, ret) && covers(ret, addr))
			return true;
	return false;
}

/* --- rows ------------------------------------------------------------------------------------ */

/* A row as it lies there. */
struct raw_row {
	uint32_t start;			/* bytes from the function's start */
	bool from_sp;			/* the CFA counts from the stack pointer */
	uint8_t nr;
	int32_t words[15];
};

static bool read_row(struct cursor *c, const struct sframe_function *f, struct raw_row *ret)
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
static bool find_row(const struct sframe *s, const struct sframe_function *f, uint64_t offset, struct raw_row *ret,
		     uint64_t *ret_end)
{
	struct cursor c = rows_from(s, f->rows - s->rows);
	struct raw_row row;
	bool found = false;
	uint32_t i;

	for (i = 0; i < f->nr_rows && read_row(&c, f, &row); i++) {
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
static void fill_default(const struct sframe *s, const struct raw_row *raw, struct unwind_row *row)
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
static bool next_pair(const struct raw_row *raw, unsigned int *pos, uint32_t *ret_control, int32_t *ret_offset)
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

static struct unwind_value flexible_value(const struct raw_row *raw, unsigned int *pos, struct unwind_value otherwise,
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

static void fill_flexible(const struct sframe *s, const struct raw_row *raw, struct unwind_row *row,
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

static struct unwind_row make_row(const struct sframe *s, const struct sframe_function *f, const struct raw_row *raw,
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
	struct raw_row raw;

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
	struct cursor c = rows_from(s, f->rows - s->rows);
	struct raw_row raw;
	uint32_t i;

	for (i = 0; i < f->nr_rows && read_row(&c, f, &raw); i++) {
		const struct unwind_row row = make_row(s, f, &raw, arena);

		if (raw.start < f->end - f->start)
			fn(ctx, f->start + raw.start, &row);
	}
}

/* --- the whole table ------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b)
{
	const struct sframe_function *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

void sframe__measure(const struct sframe *s, struct sframe_measure *ret)
{
	struct sframe_function *all = xcalloc(s->nr_functions + 1, sizeof(*all));
	uint64_t end = 0;
	struct raw_row row;
	uint32_t nr = 0, i, n;

	*ret = (struct sframe_measure){ 0 };
	for (i = 0; i < s->nr_functions; i++) {
		struct cursor c;

		/* A row takes two bytes: more of them than that are read several times, and there may be millions. */
		if (!sframe__function(s, i, &all[nr]) || all[nr].nr_rows > s->rows_size / 2 - ret->rows) {
			ret->damaged++;
			continue;
		}
		c = rows_from(s, all[nr].rows - s->rows);
		for (n = 0; n < all[nr].nr_rows && read_row(&c, &all[nr], &row); n++)
			ret->rows++;
		ret->damaged += n < all[nr].nr_rows;
		nr += n && n == all[nr].nr_rows;
	}
	qsort(all, nr, sizeof(*all), by_start);
	/* Functions may overlap in a damaged one. */
	for (i = 0; i < nr; i++) {
		uint64_t start = all[i].start > end ? all[i].start : end;

		if (all[i].end <= start)
			continue;
		ret->covered += all[i].end - start;
		end = all[i].end;
	}
	free(all);
}
