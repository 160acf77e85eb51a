// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/row-sort.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/rows/columns.h"
#include "util/rows/hist.h"

/* There is one for each row while rows are sorted: without the four bytes that would fill up a multiple of eight. */
struct row_item {
	uint64_t cell;
	uint32_t at;			/* its place among the rows that are equal so far */
} __attribute__((packed, aligned(4)));

/* So few are sorted by insertion; so few cells are ranked without a table. */
#define FEW		16
#define FEW_CELLS	8

void row_sort__init(struct row_sort *s, const struct hist *h)
{
	size_t i;

	*s = (struct row_sort){ .h = h, .nr = h->nr };
	s->rows = xcalloc(s->nr, sizeof(*s->rows));
	s->tied = xcalloc(s->nr, sizeof(*s->tied));
	for (i = 0; i < s->nr; i++) {
		s->rows[i] = h->order ? h->order[i] : (uint32_t)i;
		s->tied[i] = i;
	}
}

void row_sort__exit(struct row_sort *s)
{
	free(s->rows);
	free(s->tied);
	free(s->items);
	*s = (struct row_sort){ 0 };
}

/* The end of the rows that are equal to that at @from. */
static size_t run_end(const struct row_sort *s, size_t from)
{
	size_t end = from + 1;

	while (end < s->nr && s->tied[end])
		end++;
	return end;
}

/* --- sorting items ------------------------------------------------------------------------------- */

static inline bool is_before(const struct row_item *a, const struct row_item *b)
{
	return a->cell < b->cell || (a->cell == b->cell && a->at < b->at);
}

static void sort_few(struct row_item *items, size_t nr)
{
	size_t i, j;

	for (i = 1; i < nr; i++) {
		struct row_item item = items[i];

		for (j = i; j && is_before(&item, &items[j - 1]); j--)
			items[j] = items[j - 1];
		items[j] = item;
	}
}

/* Byte @n of both numbers together, the lowest one of ->at being byte 0. */
static inline unsigned int byte_of(const struct row_item *item, unsigned int n)
{
	return (n < sizeof(item->at) ? item->at >> 8 * n : item->cell >> 8 * (n - sizeof(item->at))) & 0xff;
}

/* The highest byte in which some items differ; -1: there is none. */
static int differing_byte(const struct row_item *items, size_t nr)
{
	uint64_t cells = 0, ats = 0;
	size_t i;

	for (i = 1; i < nr; i++) {
		cells |= items[i].cell ^ items[0].cell;
		ats |= items[i].at ^ items[0].at;
	}
	if (cells)
		return (int)sizeof(items->at) + (63 - __builtin_clzll(cells)) / 8;
	return ats ? (63 - __builtin_clzll(ats)) / 8 : -1;
}

/*
 * By the highest byte that differs, then what is equal in it by the next one: in place, since a second list of items would be a third of
 * what rows take while they are sorted. What has equal cells stays in order, as places differ. Calls itself for lower bytes only.
 */
static void sort_items(struct row_item *items, size_t nr)
{
	uint32_t next[256] = { 0 }, end[256], at = 0, i;
	struct row_item item, other;
	unsigned int byte, b;
	int n;

	if (nr <= FEW) {
		sort_few(items, nr);
		return;
	}
	n = differing_byte(items, nr);
	if (n < 0)
		return;
	byte = (unsigned int)n;
	for (i = 0; i < nr; i++)
		next[byte_of(&items[i], byte)]++;
	for (i = 0; i < 256; i++) {
		at += next[i];
		end[i] = at;
		next[i] = at - next[i];
	}
	for (i = 0; i < 256; i++) {
		while (next[i] < end[i]) {
			item = items[next[i]];
			while ((b = byte_of(&item, byte)) != i) {
				other = items[next[b]];
				items[next[b]++] = item;
				item = other;
			}
			items[next[i]++] = item;
		}
	}
	for (i = 0, at = 0; i < 256; at = end[i++])
		if (end[i] - at > 1)
			sort_items(items + at, end[i] - at);
}

static void need_items(struct row_sort *s, size_t nr)
{
	if (nr <= s->cap)
		return;
	free(s->items);
	s->cap = nr;
	s->items = xcalloc(nr, sizeof(*s->items));
}

/* Puts rows @from on into the order of their items. */
static void take_items(struct row_sort *s, size_t from, size_t nr)
{
	bool sorted = true;
	size_t i;

	for (i = 1; sorted && i < nr; i++)
		sorted = s->items[i - 1].cell <= s->items[i].cell;
	if (!sorted) {
		sort_items(s->items, nr);
		for (i = 0; i < nr; i++)
			s->items[i].at = s->rows[from + s->items[i].at];
		for (i = 0; i < nr; i++)
			s->rows[from + i] = s->items[i].at;
	}
	for (i = 1; i < nr; i++)
		s->tied[from + i] = s->items[i].cell == s->items[i - 1].cell;
}

/* --- cells that are compared by a function ---------------------------------------------------------- */

typedef int compare_cells(uint64_t a, uint64_t b);

struct different {
	uint64_t cell, rank;
};

static int by_function(const void *a, const void *b, void *ctx)
{
	compare_cells *const *compare = ctx;

	return (*compare)(((const struct different *)a)->cell, ((const struct different *)b)->cell);
}

/* Puts into each item the rank of its cell in place of it: each different cell is compared, not each row. */
static void rank_cells(struct row_sort *s, size_t nr, compare_cells *compare)
{
	struct different *list = NULL;
	size_t nr_list = 0, cap = 0, i;
	struct u64num known = { 0 };	/* cell -> 1, later its rank + 1 */

	for (i = 0; i < nr; i++) {
		if (i && s->items[i].cell == s->items[i - 1].cell)
			continue;
		if (u64num__find(&known, s->items[i].cell))
			continue;
		GROW(list, nr_list, cap);
		list[nr_list++] = (struct different){ .cell = s->items[i].cell };
		u64num__set(&known, s->items[i].cell, 1);
	}
	qsort_r(list, nr_list, sizeof(*list), by_function, &compare);
	for (i = 1; i < nr_list; i++)
		list[i].rank = list[i - 1].rank + !!compare(list[i - 1].cell, list[i].cell);
	for (i = 0; i < nr_list; i++)
		u64num__set(&known, list[i].cell, list[i].rank + 1);
	for (i = 0; i < nr; i++)
		s->items[i].cell = u64num__find(&known, s->items[i].cell) - 1;
	u64num__exit(&known);
	free(list);
}

/* The same for two or three, of which there may be many: without a table. */
static void rank_few(struct row_sort *s, size_t nr, compare_cells *compare)
{
	uint64_t ranks[FEW_CELLS] = { 0 };
	size_t i, j;

	for (i = 0; i < nr; i++)
		for (j = 0; j < nr; j++)
			ranks[i] += s->items[j].cell != s->items[i].cell &&
				    compare(s->items[j].cell, s->items[i].cell) < 0;
	for (i = 0; i < nr; i++)
		s->items[i].cell = ranks[i];
}

/* --- steps ------------------------------------------------------------------------------------------ */

/* Are the differences of these signed numbers such that they all fit into one? */
static bool differences_fit(const struct row_item *items, size_t nr)
{
	int64_t least = INT64_MAX, most = INT64_MIN, ignored;
	size_t i;

	for (i = 0; i < nr; i++) {
		int64_t v = (int64_t)(items[i].cell ^ (uint64_t)1 << 63);

		least = v < least ? v : least;
		most = v > most ? v : most;
	}
	return !__builtin_sub_overflow(most, least, &ignored);
}

static bool by_part(struct row_sort *s, const struct column *col, const struct column_part *part)
{
	size_t from, end, i, nr;

	for (from = 0; from < s->nr; from = end) {
		bool same = true;

		end = run_end(s, from);
		nr = end - from;
		if (nr == 1)
			continue;
		need_items(s, nr);
		for (i = 0; i < nr; i++) {
			const struct hist_entry *e = hist__row(s->h, s->rows[from + i]);

			s->items[i].cell = part->cell ? part->cell(s->h, e) : hist_entry__origin(e)->cells[col->slot];
			s->items[i].at = (uint32_t)i;
			same = same && s->items[i].cell == s->items[0].cell;
		}
		if (same)
			continue;
		if (part->distance && !differences_fit(s->items, nr))
			return false;
		if (part->compare)
			(nr <= FEW_CELLS ? rank_few : rank_cells)(s, nr, part->compare);
		take_items(s, from, nr);
	}
	return true;
}

bool row_sort__by_key(struct row_sort *s, const struct column *col, bool text)
{
	const struct column_part *part = text && col->order_parts ? col->order_parts : col->parts;
	struct column_part cell = { .compare = col->cell_compare };

	if (col->is_ordered && !(text && col->order_parts) && !col->is_ordered(s->h))
		return false;
	if (col->cell)
		return by_part(s, col, &cell);
	if (!part || (text && col->order && !col->order_parts))
		return false;
	for (; part->cell; part++)
		if (!by_part(s, col, part))
			return false;
	return true;
}

void row_sort__by_value(struct row_sort *s, const struct column *col, unsigned int member)
{
	size_t from, end, i;

	for (from = 0; from < s->nr; from = end) {
		bool same = true;

		end = run_end(s, from);
		if (end - from == 1)
			continue;
		need_items(s, end - from);
		for (i = 0; i < end - from; i++) {
			const struct hist_entry *e = hist__row(s->h, s->rows[from + i]);

			s->items[i].cell = ~col->value(&(col->acc && e->common->acc ? e->common->acc : e->common->self)[member]);
			s->items[i].at = (uint32_t)i;
			same = same && s->items[i].cell == s->items[0].cell;
		}
		if (!same)
			take_items(s, from, end - from);
	}
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

bool row_sort__by_depth(struct row_sort *s)
{
	bool deep_first = s->h->hists->opts.graph.caller;
	size_t from, end, i;

	for (from = 0; from < s->nr; from = end) {
		end = run_end(s, from);
		if (end - from == 1)
			continue;
		if (!of_one_thread(s, from, end)) {
			if (!depths_are_equal(s, from, end))
				return false;
			continue;
		}
		need_items(s, end - from);
		for (i = 0; i < end - from; i++) {
			uint64_t depth = depth_of(s, from + i);

			s->items[i] = (struct row_item){ deep_first ? ~depth : depth, (uint32_t)i };
		}
		take_items(s, from, end - from);
	}
	return true;
}

void row_sort__ranks(const struct row_sort *s, uint32_t *ranks, size_t stride)
{
	uint32_t rank = 0;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		rank += i && !s->tied[i];
		ranks[s->rows[i] * stride] = rank;
	}
}
