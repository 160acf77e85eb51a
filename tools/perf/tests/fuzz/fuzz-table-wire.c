// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: what the process that reads unwind tables may say. Whatever is taken from it can be said again, and means the same then.
 */
#include "tests/fuzz/fuzz.h"

#include "util/live/table-wire.h"

static void check_row(const struct unwind_row *row)
{
	char text[UNWIND_ROW_TEXT];

	if (row->base > UNWIND_OUTERMOST || row->ra.where > UNWIND_IN_REGISTER || row->fp.where > UNWIND_IN_REGISTER ||
	    row->base_reg.where > UNWIND_IN_REGISTER ||
	    (row->base == UNWIND_FROM_EXPR && !row->cfa_expr) || (row->ra.where == UNWIND_SAVED_EXPR && !row->ra.expr) ||
	    (row->fp.where == UNWIND_SAVED_EXPR && !row->fp.expr) ||
	    (row->base_reg.where == UNWIND_SAVED_EXPR && !row->base_reg.expr) || (row->cfa_expr && row->cfa_expr->nr > UNWIND_EXPR_MAX))
		abort();
	unwind_row__text(row, text);
}

static void say_again(const struct table_answer *a, struct arena *arena)
{
	static unsigned char buf[TABLE_WIRE_MAX];
	struct table_reader r = { .bytes = buf };
	struct table_answer again;
	bool bad = false;

	r.size = table_wire__add(a, buf, table_wire__begin(5, buf));
	if (!r.size || !table_reader__begin(&r, 5) || !table_reader__next(&r, arena, &again, &bad) || bad ||
	    again.row.base != a->row.base || again.below != a->below || again.above != a->above || again.before.ra.where != a->before.ra.where ||
	    unwind_row__contradicts(&again.row, &a->row))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct table_reader r = { .size = size };
	struct arena arena = { 0 };
	struct table_answer a;
	bool bad = false;
	uint64_t serial;
	char *copy;

	if (size < sizeof(serial) || size > TABLE_WIRE_MAX)
		return 0;
	copy = malloc(size);
	memcpy(copy, data, size);
	memcpy(&serial, data, sizeof(serial));
	r.bytes = copy;
	if (!table_reader__begin(&r, serial))
		abort();
	while (table_reader__next(&r, &arena, &a, &bad)) {
		check_row(&a.row);
		check_row(&a.before);
		say_again(&a, &arena);
	}
	arena__exit(&arena);
	free(copy);
	return 0;
}
