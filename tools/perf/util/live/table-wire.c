// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/table-wire.h"

#include <string.h>

#include "util/base/cursor.h"

/* Of a step of an expression. */
#define STEP_BYTES	(3 * sizeof(uint64_t))

/* A row without its expressions, whose steps follow behind both rows. */
struct wire_row {
	int32_t cfa_offset, ra_offset, fp_offset, base_offset;
	uint8_t base, signal, ra, fp, base_reg;
	uint8_t sp_reg, fp_reg, ip_reg, base_nr;
	uint8_t nr_cfa, nr_ra, nr_fp, nr_base, more;
	uint16_t cfa_reg;
};

struct wire_answer {
	uint8_t known, is_return, is_leaving, is_entry, is_begin, skipped, is_first, is_task;
	uint32_t below, above;
	struct wire_row rows[2];
};

/* Bits of wire_row.more. */
enum { MORE_ENDLESS = 1, MORE_AFTER_STOP = 2 };

static uint8_t nr_steps(const struct unwind_expr *expr)
{
	return expr ? expr->nr : 0;
}

static struct wire_row pack_row(const struct unwind_row *r)
{
	return (struct wire_row){
		.cfa_offset = r->cfa_offset, .ra_offset = r->ra.offset, .fp_offset = r->fp.offset,
		.base = (uint8_t)r->base, .signal = r->signal, .ra = (uint8_t)r->ra.where, .fp = (uint8_t)r->fp.where,
		.base_offset = r->base_reg.offset, .base_reg = (uint8_t)r->base_reg.where,
		.sp_reg = r->sp_reg, .fp_reg = r->fp_reg, .ip_reg = r->ip_reg, .base_nr = r->base_nr,
		.cfa_reg = r->cfa_reg, .more = (uint8_t)((r->endless ? MORE_ENDLESS : 0) | (r->after_stop ? MORE_AFTER_STOP : 0)),
		.nr_cfa = r->base == UNWIND_FROM_EXPR ? nr_steps(r->cfa_expr) : 0,
		.nr_ra = r->ra.where == UNWIND_SAVED_EXPR ? nr_steps(r->ra.expr) : 0,
		.nr_fp = r->fp.where == UNWIND_SAVED_EXPR ? nr_steps(r->fp.expr) : 0,
		.nr_base = r->base_reg.where == UNWIND_SAVED_EXPR ? nr_steps(r->base_reg.expr) : 0,
	};
}

static unsigned char *put_steps(unsigned char *to, const struct unwind_expr *expr, uint8_t nr)
{
	uint8_t i;

	for (i = 0; i < nr; i++) {
		const uint64_t words[3] = { expr->steps[i].atom, expr->steps[i].a, expr->steps[i].b };

		memcpy(to, words, sizeof(words));
		to += sizeof(words);
	}
	return to;
}

size_t table_wire__begin(uint64_t serial, void *buf)
{
	memcpy(buf, &serial, sizeof(serial));
	return sizeof(serial);
}

static size_t steps_size(const struct wire_row *r)
{
	return ((size_t)r->nr_cfa + r->nr_ra + r->nr_fp + r->nr_base) * STEP_BYTES;
}

size_t table_wire__add(const struct table_answer *a, void *buf, size_t size)
{
	const struct unwind_row *rows[2] = { &a->row, &a->before };
	const struct wire_answer w = {
		.known = a->known, .is_return = a->is_return, .is_leaving = a->is_leaving,
		.is_entry = a->is_entry, .is_begin = a->is_begin, .is_first = a->is_first, .is_task = a->is_task,
		.skipped = a->skipped,
		.below = a->below, .above = a->above,
		.rows = { pack_row(&a->row), pack_row(&a->before) },
	};
	unsigned char *to = (unsigned char *)buf + size;
	int i;

	if (TABLE_WIRE_MAX - size < sizeof(w) + steps_size(&w.rows[0]) + steps_size(&w.rows[1]))
		return 0;
	memcpy(to, &w, sizeof(w));
	to += sizeof(w);
	for (i = 0; i < 2; i++) {
		to = put_steps(to, rows[i]->cfa_expr, w.rows[i].nr_cfa);
		to = put_steps(to, rows[i]->ra.expr, w.rows[i].nr_ra);
		to = put_steps(to, rows[i]->fp.expr, w.rows[i].nr_fp);
		to = put_steps(to, rows[i]->base_reg.expr, w.rows[i].nr_base);
	}
	return (size_t)(to - (unsigned char *)buf);
}

static const struct unwind_expr *take_steps(struct cursor *c, uint8_t nr, struct arena *arena)
{
	struct unwind_expr *expr;
	uint8_t i;

	if (!nr)
		return NULL;
	if (nr > UNWIND_EXPR_MAX) {
		cursor__fail(c, "steps");
		return NULL;
	}
	expr = arena__zalloc(arena, sizeof(*expr));
	expr->nr = nr;
	for (i = 0; i < nr; i++) {
		expr->steps[i].atom = (uint8_t)cursor__u64(c, "atom");
		expr->steps[i].a = cursor__u64(c, "operand");
		expr->steps[i].b = cursor__u64(c, "operand");
	}
	return expr;
}

static struct unwind_value take_value(uint8_t where, int32_t offset)
{
	return (struct unwind_value){ .where = where <= UNWIND_IN_REGISTER ? (enum unwind_where)where : UNWIND_LOST, .offset = offset };
}

static void take_expr(struct cursor *c, uint8_t nr, struct arena *arena, struct unwind_value *v)
{
	v->expr = take_steps(c, nr, arena);
	if (v->where == UNWIND_SAVED_EXPR && !v->expr)
		v->where = UNWIND_LOST;
}

static void take_row(struct cursor *c, const struct wire_row *w, struct arena *arena, struct unwind_row *ret)
{
	*ret = (struct unwind_row){
		.base = w->base <= UNWIND_OUTERMOST ? (enum unwind_base)w->base : UNWIND_NO_ROW, .signal = w->signal & 1,
		.endless = w->more & MORE_ENDLESS, .after_stop = w->more & MORE_AFTER_STOP,
		.cfa_offset = w->cfa_offset, .cfa_reg = w->cfa_reg,
		.ra = take_value(w->ra, w->ra_offset), .fp = take_value(w->fp, w->fp_offset),
		.base_reg = take_value(w->base_reg, w->base_offset),
		.sp_reg = w->sp_reg, .fp_reg = w->fp_reg, .ip_reg = w->ip_reg, .base_nr = w->base_nr,
	};
	ret->cfa_expr = take_steps(c, w->nr_cfa, arena);
	if (ret->base == UNWIND_FROM_EXPR && !ret->cfa_expr)
		ret->base = UNWIND_FROM_OTHER;
	take_expr(c, w->nr_ra, arena, &ret->ra);
	take_expr(c, w->nr_fp, arena, &ret->fp);
	take_expr(c, w->nr_base, arena, &ret->base_reg);
}

bool table_reader__begin(struct table_reader *r, uint64_t serial)
{
	uint64_t given;

	if (r->size < sizeof(given))
		return false;
	memcpy(&given, r->bytes, sizeof(given));
	r->pos = sizeof(given);
	return given == serial;
}

bool table_reader__next(struct table_reader *r, struct arena *arena, struct table_answer *ret, bool *ret_bad)
{
	struct cursor c = cursor__make((const unsigned char *)r->bytes + r->pos, r->size - r->pos, false);
	struct wire_answer w;

	*ret = (struct table_answer){ .known = false };
	if (!cursor__left(&c))
		return false;
	*ret_bad |= cursor__left(&c) < sizeof(w);
	if (*ret_bad)
		return false;
	memcpy(&w, c.pos, sizeof(w));
	c.pos += sizeof(w);
	ret->known = w.known & 1;
	ret->is_return = w.is_return & 1;
	ret->is_leaving = w.is_leaving & 1;
	ret->is_entry = w.is_entry & 1;
	ret->is_begin = w.is_begin & 1;
	ret->is_first = w.is_first & 1;
	ret->is_task = w.is_task & 1;
	ret->skipped = w.skipped & 1;
	ret->below = w.below;
	ret->above = w.above;
	take_row(&c, &w.rows[0], arena, &ret->row);
	take_row(&c, &w.rows[1], arena, &ret->before);
	r->pos += cursor__offset(&c);
	*ret_bad |= c.bad != NULL;
	return !c.bad;
}
