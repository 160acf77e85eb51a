// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/row-pool.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* Equal expressions get one address. */
static const struct unwind_expr *expr_of(struct row_pool *p, const struct unwind_expr *expr)
{
	struct unwind_expr e;
	uint8_t i;

	if (!expr)
		return NULL;
	/* No byte between the members may differ. */
	memset(&e, 0, sizeof(e));
	e.nr = expr->nr;
	for (i = 0; i < expr->nr; i++) {
		e.steps[i].atom = expr->steps[i].atom;
		e.steps[i].a = expr->steps[i].a;
		e.steps[i].b = expr->steps[i].b;
	}
	return byte_pool__get(&p->bytes, &e, sizeof(e));
}

static void set_value(struct row_pool *p, struct unwind_value *to, const struct unwind_value *from)
{
	to->where = from->where;
	to->offset = from->offset;
	to->expr = expr_of(p, from->expr);
}

uint32_t row_pool__number(struct row_pool *p, const struct unwind_row *row)
{
	struct unwind_row r;
	const struct unwind_row *one;
	uint64_t *nr;

	memset(&r, 0, sizeof(r));
	r.base = row->base;
	r.signal = row->signal;
	r.endless = row->endless;
	r.after_stop = row->after_stop;
	r.cfa_reg = row->cfa_reg;
	r.cfa_offset = row->cfa_offset;
	r.cfa_expr = expr_of(p, row->cfa_expr);
	set_value(p, &r.ra, &row->ra);
	set_value(p, &r.fp, &row->fp);
	set_value(p, &r.base_reg, &row->base_reg);
	r.sp_reg = row->sp_reg;
	r.fp_reg = row->fp_reg;
	r.ip_reg = row->ip_reg;
	r.base_nr = row->base_nr;
	one = byte_pool__get(&p->bytes, &r, sizeof(r));
	nr = u64num__place(&p->numbers, (uintptr_t)one);
	if (!*nr) {
		*nr = p->nr + 1;
		GROW(p->rows, p->nr, p->cap);
		p->rows[p->nr++] = one;
	}
	return *nr < ROW_POOL_MAX ? (uint32_t)*nr : 0;
}

void row_pool__exit(struct row_pool *p)
{
	byte_pool__exit(&p->bytes);
	u64num__exit(&p->numbers);
	free(p->rows);
	*p = (struct row_pool){ .nr = 0 };
}
