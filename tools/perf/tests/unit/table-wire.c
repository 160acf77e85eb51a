// SPDX-License-Identifier: GPL-2.0-only
/* Answers about unwind tables, from a process that is not believed. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/live/table-wire.h"

#define SERIAL	77

static struct unwind_expr make_expr(uint8_t nr, uint64_t first)
{
	struct unwind_expr e = { .nr = nr };
	uint8_t i;

	for (i = 0; i < nr; i++)
		e.steps[i] = (struct unwind_step){ .atom = (uint8_t)(i + 1), .a = first + i, .b = ~(first + i) };
	return e;
}

static bool same_expr(const struct unwind_expr *a, const struct unwind_expr *b)
{
	uint8_t i;

	if (!a || !b || a->nr != b->nr)
		return a == b;
	for (i = 0; i < a->nr; i++)
		if (a->steps[i].atom != b->steps[i].atom || a->steps[i].a != b->steps[i].a || a->steps[i].b != b->steps[i].b)
			return false;
	return true;
}

static int check_value(const struct unwind_value *got, const struct unwind_value *want)
{
	TEST_ASSERT_EQ(got->where, want->where);
	TEST_ASSERT_EQ(got->offset, want->offset);
	TEST_ASSERT(same_expr(got->expr, want->where == UNWIND_SAVED_EXPR ? want->expr : NULL));
	return TEST_OK;
}

static int check_row(const struct unwind_row *got, const struct unwind_row *want)
{
	TEST_ASSERT_EQ(got->base, want->base);
	TEST_ASSERT_EQ(got->signal, want->signal);
	TEST_ASSERT_EQ(got->endless, want->endless);
	TEST_ASSERT_EQ(got->after_stop, want->after_stop);
	TEST_ASSERT_EQ(got->cfa_reg, want->cfa_reg);
	TEST_ASSERT_EQ(got->cfa_offset, want->cfa_offset);
	TEST_ASSERT_EQ(got->sp_reg, want->sp_reg);
	TEST_ASSERT_EQ(got->fp_reg, want->fp_reg);
	TEST_ASSERT_EQ(got->ip_reg, want->ip_reg);
	TEST_ASSERT(same_expr(got->cfa_expr, want->base == UNWIND_FROM_EXPR ? want->cfa_expr : NULL));
	TEST_ASSERT_EQ(check_value(&got->ra, &want->ra), TEST_OK);
	TEST_ASSERT_EQ(got->base_nr, want->base_nr);
	TEST_ASSERT_EQ(check_value(&got->base_reg, &want->base_reg), TEST_OK);
	return check_value(&got->fp, &want->fp);
}

static struct unwind_expr exprs[3];

/* Three answers, of which the second has as many steps as there can be. */
static size_t make_answers(struct table_answer a[3], unsigned char *buf)
{
	size_t size = table_wire__begin(SERIAL, buf), i;

	exprs[0] = make_expr(UNWIND_EXPR_MAX, 10);
	exprs[1] = make_expr(3, UINT64_MAX - 1);
	exprs[2] = make_expr(1, 1ULL << 63);
	a[0] = (struct table_answer){
		.known = true, .is_return = true, .is_begin = true, .is_first = true, .is_task = true, .below = 3, .above = UINT32_MAX,
		.row = { .base = UNWIND_FROM_SP, .cfa_offset = -16, .signal = true, .after_stop = true, .ra = { UNWIND_SAVED, -8, NULL },
			 .fp = { UNWIND_SAME, 0, NULL }, .base_reg = { UNWIND_SAVED, -24, NULL },
			 .sp_reg = 7, .fp_reg = 6, .ip_reg = 16, .base_nr = 3 },
		.before = { .base = UNWIND_FROM_REG, .endless = true, .cfa_reg = 10, .cfa_offset = INT32_MAX, .ra = { UNWIND_IN_REGISTER, INT32_MAX, NULL },
			    .fp = { UNWIND_SAVED, 8, NULL }, .sp_reg = UINT8_MAX, .fp_reg = 29, .ip_reg = UINT8_MAX },
	};
	a[1] = (struct table_answer){
		.known = true, .is_leaving = true, .is_entry = true,
		.row = { .base = UNWIND_FROM_EXPR, .cfa_expr = &exprs[0], .ra = { UNWIND_SAVED_EXPR, 0, &exprs[0] },
			 .fp = { UNWIND_SAVED_EXPR, 0, &exprs[0] }, .base_reg = { UNWIND_SAVED_EXPR, 0, &exprs[0] } },
		.before = { .base = UNWIND_FROM_FP, .cfa_offset = 16, .cfa_expr = &exprs[0], .ra = { UNWIND_SAVED_EXPR, 1, &exprs[1] },
			    .fp = { UNWIND_SAVED_EXPR, 2, &exprs[2] } },
	};
	a[2] = (struct table_answer){ .known = false, .skipped = true };
	for (i = 0; i < 3; i++) {
		size = table_wire__add(&a[i], buf, size);
		if (!size)
			break;
	}
	return size;
}

static int test__round_trip(void)
{
	static unsigned char buf[TABLE_WIRE_MAX];
	struct table_answer want[3], got;
	struct table_reader r = { .bytes = buf };
	struct arena arena = { 0 };
	bool bad = false;
	size_t i;

	r.size = make_answers(want, buf);
	TEST_ASSERT(r.size);
	TEST_ASSERT(!table_reader__begin(&r, SERIAL - 1));
	TEST_ASSERT(table_reader__begin(&r, SERIAL));
	for (i = 0; i < 3; i++) {
		TEST_ASSERT(table_reader__next(&r, &arena, &got, &bad));
		TEST_ASSERT_EQ(got.known, want[i].known);
		TEST_ASSERT_EQ(got.skipped, want[i].skipped);
		TEST_ASSERT_EQ(got.is_return, want[i].is_return);
		TEST_ASSERT_EQ(got.is_leaving, want[i].is_leaving);
		TEST_ASSERT_EQ(got.is_entry, want[i].is_entry);
		TEST_ASSERT_EQ(got.is_begin, want[i].is_begin);
		TEST_ASSERT_EQ(got.is_first, want[i].is_first);
		TEST_ASSERT_EQ(got.is_task, want[i].is_task);
		TEST_ASSERT_EQ(got.below, want[i].below);
		TEST_ASSERT_EQ(got.above, want[i].above);
		TEST_ASSERT_EQ(check_row(&got.row, &want[i].row), TEST_OK);
		TEST_ASSERT_EQ(check_row(&got.before, &want[i].before), TEST_OK);
	}
	TEST_ASSERT(!table_reader__next(&r, &arena, &got, &bad));
	TEST_ASSERT(!bad);
	arena__exit(&arena);
	return TEST_OK;
}

/* The largest answers: as many as TABLE_WIRE_MAX is for, and then no more; the first one always has room. */
static int test__full(void)
{
	static unsigned char buf[TABLE_WIRE_MAX];
	struct table_answer a[3];
	size_t size, nr = 0, more;

	(void)make_answers(a, buf);
	a[1].before = a[1].row;
	size = table_wire__begin(SERIAL, buf);
	while ((more = table_wire__add(&a[1], buf, size))) {
		TEST_ASSERT(more > size);
		TEST_ASSERT(more - size <= TABLE_ANSWER_MAX);
		size = more;
		nr++;
	}
	TEST_ASSERT(nr >= 8);
	TEST_ASSERT(size <= TABLE_WIRE_MAX);
	return TEST_OK;
}

/* What is taken from @size bytes must be sound, whatever they say; they are copied, so that a read beyond them is seen. */
static int check_hostile(const unsigned char *bytes, size_t size, bool *ret_bad)
{
	struct table_reader r = { .bytes = xmemdup(bytes, size), .size = size };
	struct arena arena = { 0 };
	struct table_answer got;
	size_t nr = 0;

	*ret_bad = !table_reader__begin(&r, SERIAL);
	while (!*ret_bad && table_reader__next(&r, &arena, &got, ret_bad)) {
		const struct unwind_row *rows[2] = { &got.row, &got.before };
		int i;

		TEST_ASSERT(r.pos <= size);
		for (i = 0; i < 2; i++) {
			const struct unwind_row *row = rows[i];

			TEST_ASSERT(row->base <= UNWIND_OUTERMOST);
			TEST_ASSERT(row->ra.where <= UNWIND_IN_REGISTER && row->fp.where <= UNWIND_IN_REGISTER);
			TEST_ASSERT(row->base_reg.where <= UNWIND_IN_REGISTER);
			TEST_ASSERT(row->base != UNWIND_FROM_EXPR || row->cfa_expr);
			TEST_ASSERT(row->ra.where != UNWIND_SAVED_EXPR || row->ra.expr);
			TEST_ASSERT(row->fp.where != UNWIND_SAVED_EXPR || row->fp.expr);
			TEST_ASSERT(row->base_reg.where != UNWIND_SAVED_EXPR || row->base_reg.expr);
			TEST_ASSERT(!row->cfa_expr || row->cfa_expr->nr <= UNWIND_EXPR_MAX);
			TEST_ASSERT(!row->ra.expr || row->ra.expr->nr <= UNWIND_EXPR_MAX);
			TEST_ASSERT(!row->fp.expr || row->fp.expr->nr <= UNWIND_EXPR_MAX);
		}
		TEST_ASSERT(++nr <= size / 16);
	}
	free((void *)(uintptr_t)r.bytes);
	arena__exit(&arena);
	return TEST_OK;
}

static int test__hostile(void)
{
	static unsigned char buf[TABLE_WIRE_MAX], other[TABLE_WIRE_MAX];
	struct table_answer a[3];
	size_t size = make_answers(a, buf), ends[4] = { 8 }, i, nr_whole = 0;
	bool bad;

	for (i = 0, ends[1] = 8; i < 3; i++)
		ends[i + 1] = table_wire__add(&a[i], other, ends[i]);
	/* Cut anywhere but between two answers it is refused. */
	for (i = 0; i <= size; i++) {
		bool whole = i == ends[0] || i == ends[1] || i == ends[2] || i == ends[3];

		TEST_ASSERT_EQ(check_hostile(buf, i, &bad), TEST_OK);
		TEST_ASSERT_EQ(bad, !whole);
		nr_whole += whole;
	}
	TEST_ASSERT_EQ(nr_whole, 4);
	for (i = 0; i < size * 8; i++) {
		buf[i / 8] ^= (unsigned char)(1U << i % 8);
		TEST_ASSERT_EQ(check_hostile(buf, size, &bad), TEST_OK);
		TEST_ASSERT(bad || i >= 64);
		buf[i / 8] ^= (unsigned char)(1U << i % 8);
	}
	/* All ones, of each size. */
	memset(other, 0xff, sizeof(other));
	for (i = 8; i < 1024; i++) {
		memcpy(other, buf, 8);
		TEST_ASSERT_EQ(check_hostile(other, i, &bad), TEST_OK);
		TEST_ASSERT_EQ(bad, i > 8);
	}
	return TEST_OK;
}

DEFINE_SUITE("Answers about unwind tables", table_wire,
	     { "round trip", test__round_trip },
	     { "as many as find room", test__full },
	     { "truncated, flipped bits, anything", test__hostile })
