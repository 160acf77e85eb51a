// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/row-sort.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/rows/columns.h"
#include "util/rows/hist.h"

void row_sort__init(struct row_sort *s, const struct hist *h)
{
	uint32_t *rows = xcalloc(h->nr, sizeof(*rows));
	size_t i;

	for (i = 0; i < h->nr; i++)
		rows[i] = h->order ? h->order[i] : (uint32_t)i;
	s->h = h;
	step_sort__init(&s->rows, rows, h->nr);
}

void row_sort__init_in_place(struct row_sort *s, struct hist *h)
{
	s->h = h;
	step_sort__init(&s->rows, h->order, h->nr);
	h->order = NULL;
}

/* What the cells of rows are asked with. */
struct asked {
	const struct hist *h;
	const struct column *col;
	const struct column_part *part;
	unsigned int member;
};

static void by(struct row_sort *s, uint64_t (*of)(const void *ctx, uint32_t row), const struct asked *asked,
	       int (*compare)(uint64_t a, uint64_t b))
{
	step_sort__by(&s->rows, &(struct step_cells){ .of = of, .ctx = asked, .compare = compare });
}

static uint64_t part_cell(const void *ctx, uint32_t row)
{
	const struct asked *a = ctx;

	return a->part->cell(a->h, hist__row(a->h, row));
}

static uint64_t own_cell(const void *ctx, uint32_t row)
{
	const struct asked *a = ctx;

	return hist_entry__origin(hist__row(a->h, row))->cells[a->col->slot];
}

static uint64_t metric_cell(const void *ctx, uint32_t row)
{
	const struct asked *a = ctx;

	return column__metric_cell(a->col, a->h, hist__row(a->h, row));
}

void row_sort__by_key(struct row_sort *s, const struct column *col, bool text)
{
	struct asked a = { .h = s->h, .col = col, .part = text && col->order_parts ? col->order_parts : col->parts };

	if (col->metric)
		by(s, metric_cell, &a, NULL);
	else if (col->cell)
		by(s, own_cell, &a, col->cell_compare);
	for (; a.part && a.part->cell; a.part++)
		by(s, part_cell, &a, a.part->text ? column_part__compare_texts : NULL);
}

static uint64_t value_cell(const void *ctx, uint32_t row)
{
	const struct asked *a = ctx;

	return column__value_cell(a->col, hist__row(a->h, row), a->member);
}

void row_sort__by_value(struct row_sort *s, const struct column *col, unsigned int member)
{
	by(s, value_cell, &(struct asked){ .h = s->h, .col = col, .member = member }, NULL);
}

static uint64_t thread_of(const struct row_sort *s, size_t i)
{
	const struct hist_entry *e = hist__row(s->h, s->rows.list[i]);

	return (uint64_t)hist_entry__origin(e)->pid << 32 | hist_entry__origin(e)->tid;
}

static uint32_t depth_of(const struct row_sort *s, size_t i)
{
	return hist__row(s->h, s->rows.list[i])->max_depth;
}

static bool of_one_thread(const struct row_sort *s, size_t from, size_t end)
{
	size_t i;

	for (i = from + 1; i < end; i++)
		if (thread_of(s, i) != thread_of(s, from))
			return false;
	return true;
}

/* Has each thread only rows of one depth? */
static bool depths_are_equal(const struct row_sort *s, size_t from, size_t end)
{
	struct u64num depths = { 0 };
	bool equal = true;
	size_t i;

	for (i = from; equal && i < end; i++) {
		uint64_t depth = (uint64_t)depth_of(s, i) + 1, known = u64num__find(&depths, thread_of(s, i));

		equal = !known || known == depth;
		u64num__set(&depths, thread_of(s, i), depth);
	}
	u64num__exit(&depths);
	return equal;
}

static uint64_t depth_cell(const void *ctx, uint32_t row)
{
	const struct hist *h = ctx;
	uint64_t depth = hist__row(h, row)->max_depth;

	return h->hists->opts.graph.caller ? ~depth : depth;
}

bool row_sort__by_depth(struct row_sort *s)
{
	const struct step_cells c = { .of = depth_cell, .ctx = s->h };
	size_t from, end;

	for (from = 0; from < s->rows.nr; from = end) {
		end = step_sort__run_end(&s->rows, from);
		if (end - from == 1)
			continue;
		if (of_one_thread(s, from, end))
			step_sort__run(&s->rows, &c, from, end);
		else if (!depths_are_equal(s, from, end))
			return false;
	}
	return true;
}
