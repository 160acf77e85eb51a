// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/row-sort.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/number-sort.h"
#include "util/base/rank-numbers.h"
#include "util/rows/columns.h"
#include "util/rows/hist.h"

static inline bool is_tied(const struct row_sort *s, size_t i)
{
	return s->tied[i / 64] >> i % 64 & 1;
}

static inline void set_tied(struct row_sort *s, size_t i, bool tied)
{
	s->tied[i / 64] = (s->tied[i / 64] & ~((uint64_t)1 << i % 64)) | (uint64_t)tied << i % 64;
}

static void init(struct row_sort *s, const struct hist *h, uint32_t *rows)
{
	*s = (struct row_sort){ .h = h, .nr = h->nr, .rows = rows };
	s->tied = xcalloc(s->nr / 64 + 1, sizeof(*s->tied));
	memset(s->tied, 0xff, (s->nr / 64 + 1) * sizeof(*s->tied));
	set_tied(s, 0, false);
}

void row_sort__init(struct row_sort *s, const struct hist *h)
{
	uint32_t *rows = xcalloc(h->nr, sizeof(*rows));
	size_t i;

	for (i = 0; i < h->nr; i++)
		rows[i] = h->order ? h->order[i] : (uint32_t)i;
	init(s, h, rows);
}

void row_sort__init_in_place(struct row_sort *s, struct hist *h)
{
	init(s, h, h->order);
	h->order = NULL;
}

void row_sort__exit(struct row_sort *s)
{
	free(s->rows);
	free(s->tied);
	free(s->keys);
	*s = (struct row_sort){ 0 };
}

/* The end of the rows that are equal to that at @from. */
static size_t run_end(const struct row_sort *s, size_t from)
{
	size_t end = from + 1;

	while (end < s->nr && is_tied(s, end))
		end++;
	return end;
}

/* --- sorting rows --------------------------------------------------------------------------------- */

typedef int compare_cells(uint64_t a, uint64_t b);

/* What rows are sorted by. */
struct cells {
	uint64_t (*of)(const struct row_sort *s, const struct cells *c, uint32_t row);
	const struct column *col;
	const struct column_part *part;
	compare_cells *compare;		/* their order; NULL: the smaller number first */
	unsigned int member;
};

/* Puts the cells of rows @from on into s->keys. Returns whether they are all the same. */
static bool get_cells(struct row_sort *s, const struct cells *c, size_t from, size_t nr)
{
	bool same = true;
	size_t i;

	if (nr > s->cap) {
		free(s->keys);
		s->cap = nr;
		s->keys = xcalloc(nr, sizeof(*s->keys));
	}
	for (i = 0; i < nr; i++) {
		s->keys[i] = c->of(s, c, s->rows[from + i]);
		same = same && s->keys[i] == s->keys[0];
	}
	return same;
}

/* Rows @from on are equal to the one before where their keys are, without the lowest @bits. */
static void tie(struct row_sort *s, size_t from, size_t nr, unsigned int bits)
{
	size_t i;

	for (i = 1; i < nr; i++)
		set_tied(s, from + i, s->keys[i] >> bits == s->keys[i - 1] >> bits);
}

/*
 * Sorts rows @from on, two at least, whose cells @c are in s->keys, or ranks of them: what is equal stays in order. Each key becomes its
 * cell and, below that, where its row was, so that one number is enough for both. Where the cells differ by too much for that,
 * their upper bits come first, and then the lower ones among what is equal in these.
 */
static void sort_rows(struct row_sort *s, const struct cells *c, size_t from, size_t nr)
{
	const unsigned int bits = 64 - (unsigned int)__builtin_clzll(nr - 1);
	uint64_t least = UINT64_MAX, most = 0;
	size_t i, end, stop = from + nr;
	unsigned int left_out;
	bool sorted = true;

	for (i = 0; i < nr; i++) {
		sorted = sorted && (!i || s->keys[i - 1] <= s->keys[i]);
		least = s->keys[i] < least ? s->keys[i] : least;
		most = s->keys[i] > most ? s->keys[i] : most;
	}
	if (sorted) {
		tie(s, from, nr, 0);
		return;
	}
	left_out = (most - least) >> (64 - bits) ? bits : 0;
	for (i = 0; i < nr; i++)
		s->keys[i] = (s->keys[i] - least) >> left_out << bits | i;
	number_sort(s->keys, nr);
	tie(s, from, nr, bits);
	for (i = 0; i < nr; i++)
		s->keys[i] = s->rows[from + (s->keys[i] & (((uint64_t)1 << bits) - 1))];
	for (i = 0; i < nr; i++)
		s->rows[from + i] = (uint32_t)s->keys[i];
	for (; left_out && from < stop; from = end) {
		for (end = from + 1; end < stop && is_tied(s, end);)
			end++;
		if (end - from > 1 && !get_cells(s, c, from, end - from))
			sort_rows(s, c, from, end - from);
	}
}

/* --- steps ------------------------------------------------------------------------------------------ */

static void by_cells(struct row_sort *s, const struct cells *c)
{
	size_t from, end, nr;

	for (from = 0; from < s->nr; from = end) {
		end = run_end(s, from);
		nr = end - from;
		if (nr == 1 || get_cells(s, c, from, nr))
			continue;
		/* Ranks are less than there are rows, so that cells are never asked for again. */
		if (c->compare)
			rank_numbers(s->keys, nr, c->compare);
		sort_rows(s, c, from, nr);
	}
}

static uint64_t part_cell(const struct row_sort *s, const struct cells *c, uint32_t row)
{
	return c->part->cell(s->h, hist__row(s->h, row));
}

static uint64_t own_cell(const struct row_sort *s, const struct cells *c, uint32_t row)
{
	return hist_entry__origin(hist__row(s->h, row))->cells[c->col->slot];
}

static uint64_t metric_cell(const struct row_sort *s, const struct cells *c, uint32_t row)
{
	return column__metric_cell(c->col, s->h, hist__row(s->h, row));
}

void row_sort__by_key(struct row_sort *s, const struct column *col, bool text)
{
	const struct column_part *part = text && col->order_parts ? col->order_parts : col->parts;

	if (col->metric)
		by_cells(s, &(struct cells){ .of = metric_cell, .col = col });
	else if (col->cell)
		by_cells(s, &(struct cells){ .of = own_cell, .col = col, .compare = col->cell_compare });
	for (; part && part->cell; part++)
		by_cells(s, &(struct cells){ .of = part_cell, .part = part, .compare = part->text ? column_part__compare_texts : NULL });
}

static uint64_t value_cell(const struct row_sort *s, const struct cells *c, uint32_t row)
{
	return column__value_cell(c->col, hist__row(s->h, row), c->member);
}

void row_sort__by_value(struct row_sort *s, const struct column *col, unsigned int member)
{
	by_cells(s, &(struct cells){ .of = value_cell, .col = col, .member = member });
}

static uint64_t thread_of(const struct row_sort *s, size_t i)
{
	const struct hist_entry *e = hist__row(s->h, s->rows[i]);

	return (uint64_t)hist_entry__origin(e)->pid << 32 | hist_entry__origin(e)->tid;
}

static uint32_t depth_of(const struct row_sort *s, size_t i)
{
	return hist__row(s->h, s->rows[i])->max_depth;
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

static uint64_t depth_cell(const struct row_sort *s, const struct cells *c, uint32_t row)
{
	uint64_t depth = hist__row(s->h, row)->max_depth;

	(void)c;
	return s->h->hists->opts.graph.caller ? ~depth : depth;
}

bool row_sort__by_depth(struct row_sort *s)
{
	const struct cells c = { .of = depth_cell };
	size_t from, end;

	for (from = 0; from < s->nr; from = end) {
		end = run_end(s, from);
		if (end - from == 1)
			continue;
		if (!of_one_thread(s, from, end)) {
			if (!depths_are_equal(s, from, end))
				return false;
			continue;
		}
		if (!get_cells(s, &c, from, end - from))
			sort_rows(s, &c, from, end - from);
	}
	return true;
}

void row_sort__ranks(const struct row_sort *s, uint32_t *ranks, size_t stride)
{
	uint32_t rank = 0;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		rank += i && !is_tied(s, i);
		ranks[s->rows[i] * stride] = rank;
	}
}
