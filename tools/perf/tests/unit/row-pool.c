// SPDX-License-Identifier: GPL-2.0-only
/* Rows that are equal are one, whatever the memory between their members holds. */
#include <string.h>

#include "tests/test.h"
#include "util/live/row-pool.h"

static struct unwind_row make_row(int fill, int32_t cfa_offset, const struct unwind_expr *expr)
{
	struct unwind_row r;

	memset(&r, fill, sizeof(r));
	r.base = UNWIND_FROM_SP;
	r.signal = r.endless = r.after_stop = false;
	r.cfa_reg = 0;
	r.cfa_offset = cfa_offset;
	r.cfa_expr = NULL;
	r.ra.where = UNWIND_SAVED;
	r.ra.offset = -8;
	r.ra.expr = NULL;
	r.fp.where = expr ? UNWIND_SAVED_EXPR : UNWIND_SAME;
	r.fp.offset = 0;
	r.fp.expr = expr;
	r.base_reg.where = UNWIND_SAME;
	r.base_reg.offset = 0;
	r.base_reg.expr = NULL;
	r.sp_reg = 7;
	r.fp_reg = 6;
	r.ip_reg = 16;
	r.base_nr = 3;
	return r;
}

static struct unwind_expr make_expr(int fill, uint64_t operand)
{
	struct unwind_expr e;

	memset(&e, fill, sizeof(e));
	e.nr = 1;
	e.steps[0].atom = 0x76;
	e.steps[0].a = operand;
	e.steps[0].b = 0;
	return e;
}

static int test__equal(void)
{
	struct unwind_expr e = make_expr(0, 8), same = make_expr(0x55, 8), other = make_expr(0, 16);
	struct unwind_row rows[] = {
		make_row(0, 16, NULL), make_row(0xff, 16, NULL), make_row(0, 24, NULL), make_row(0, 16, &e), make_row(0xff, 16, &same),
		make_row(0, 16, &other),
	};
	static const uint32_t expected[] = { 1, 1, 2, 3, 3, 4 };
	struct row_pool p = { .nr = 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		TEST_ASSERT_EQ(row_pool__number(&p, &rows[i]), expected[i]);
	TEST_ASSERT_EQ(p.nr, 4);
	TEST_ASSERT_EQ(row_pool__row(&p, 2)->cfa_offset, 24);
	/* A copy of its own. */
	e.steps[0].a = 99;
	TEST_ASSERT_EQ(row_pool__row(&p, 3)->fp.expr->steps[0].a, 8);
	row_pool__exit(&p);
	TEST_ASSERT_EQ(row_pool__number(&p, &rows[2]), 1);
	row_pool__exit(&p);
	return TEST_OK;
}

DEFINE_SUITE("Rows of unwind tables, each once", row_pool, { "equal rows", test__equal })
