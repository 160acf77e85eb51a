// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/row-sort.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/rows/columns.h"
#include "util/rows/hist.h"

void row_sort__init_shown(struct row_sort *s, const struct hist *h, bool (*keep)(void *ctx, const struct hist_entry *e), void *ctx)
{
	uint32_t *rows = xcalloc(h->nr, sizeof(*rows));
	size_t nr = 0, i;

	for (i = 0; i < h->nr; i++)
		if (hist_entry__is_shown(h, hist__entry(h, i)) && (!keep || keep(ctx, hist__entry(h, i))))
			rows[nr++] = h->order ? h->order[i] : (uint32_t)i;
	s->h = h;
	step_sort__init(&s->rows, rows, nr);
}

void row_sort__init(struct row_sort *s, const struct hist *h, uint32_t first)
{
	uint32_t *rows = xcalloc(h->nr - first, sizeof(*rows));
	size_t i;

	for (i = first; i < h->nr; i++)
		rows[i - first] = h->order ? h->order[i] : (uint32_t)i;
	s->h = h;
	step_sort__init(&s->rows, rows, h->nr - first);
}

void row_sort__init_in_place(struct row_sort *s, struct hist *h)
{
	s->h = h;
	step_sort__init(&s->rows, h->order, h->nr);
	h->order = NULL;
}

uint32_t *row_sort__take(struct row_sort *s)
{
	uint32_t *rows = s->rows.list;

	s->rows.list = NULL;
	step_sort__exit(&s->rows);
	return rows;
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

/* The numbers of so many members count, one after the other. */
static unsigned int nr_counted(const struct hist *h, const struct column *col)
{
	return col->acc ? 1 : h->nr_members;
}

/* The member whose number is number @i of these: the leader's does not count once another member was asked for. */
static unsigned int counted_member(const struct hist *h, const struct column *col, unsigned int i)
{
	return i || col->acc || h->hists->opts.group_sort >= h->nr_members ? i : h->hists->opts.group_sort;
}

void row_sort__by_column(struct row_sort *s, const struct column *col)
{
	unsigned int i;

	if (!col->value)
		row_sort__by_key(s, col, true);
	for (i = 0; col->value && i < nr_counted(s->h, col); i++)
		row_sort__by_value(s, col, counted_member(s->h, col, i));
}

/* --- depths --------------------------------------------------------------------------------------------- */

bool row_sort__asks_for_depth(const struct hist *h, const struct column *col)
{
	return col->value && col->acc && h->hists->opts.children && h->hists->opts.use_chains;
}

static uint64_t depth_cell(const void *ctx, uint32_t row)
{
	const struct hist *h = ctx;
	uint64_t depth = hist__row(h, row)->max_depth;

	return h->hists->opts.graph.caller ? ~depth : depth;
}

static const struct hist_entry *row_at(const struct row_sort *s, size_t i)
{
	return hist__row(s->h, s->rows.list[i]);
}

static bool of_one_thread(const struct row_sort *s, size_t from, size_t end)
{
	size_t i;

	for (i = from + 1; i < end; i++)
		if (row_sort__thread_of(row_at(s, i)) != row_sort__thread_of(row_at(s, from)))
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
		const struct hist_entry *e = row_at(s, i);
		uint64_t depth = (uint64_t)e->max_depth + 1, known = u64num__find(&depths, row_sort__thread_of(e));

		equal = !known || known == depth;
		u64num__set(&depths, row_sort__thread_of(e), depth);
	}
	u64num__exit(&depths);
	return equal;
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

/* --- two rows ------------------------------------------------------------------------------------------- */

static int compare_numbers(const struct hist *h, const struct column *col, uint32_t a, uint32_t b)
{
	uint64_t x, y;
	unsigned int i;

	for (i = 0; i < nr_counted(h, col); i++) {
		x = column__value_cell(col, hist__row(h, a), counted_member(h, col, i));
		y = column__value_cell(col, hist__row(h, b), counted_member(h, col, i));
		if (x != y)
			return x < y ? -1 : 1;
	}
	return row_sort__asks_for_depth(h, col) ? row_sort__compare_depths(h, hist__row(h, a), hist__row(h, b)) : 0;
}

int row_sort__compare(const struct hist *h, uint32_t a, uint32_t b)
{
	const struct columns *c = h->hists->columns;
	size_t i;
	int r = 0;

	for (i = 0; !r && i < c->nr_order; i++)
		if (c->order[i]->value)
			r = compare_numbers(h, c->order[i], a, b);
	return r;
}
