// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of rows: by keys, and what is equal in what they are shown by stays in that order (row-sort.c).
 *
 * It must be perf's, ties included, and perf's comparison is no order in the strict sense in one place: rows of equal overhead are
 * compared by the depth of their chains only if they began with the same thread. What comes out then depends on how the rows were put
 * together: in a red-black tree, in the order of their keys. So the same is done here, but only where the depths of the rows at
 * hand contradict each other; all else is ranked before, so that the tree compares numbers.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/tree-order.h"
#include "util/rows/hist.h"
#include "util/rows/row-sort.h"

/* What rows are ordered by: of a table's columns those that count. Asked for once a table, not at each comparison. */
struct order {
	const struct column **columns;
	size_t nr;
};

static struct order find_order(const struct columns *c)
{
	struct order o = { .columns = xcalloc(c->nr_order + 1, sizeof(*o.columns)) };
	size_t i;

	for (i = 0; i < c->nr_order; i++) {
		const struct column_use *use = columns__use_of(c, c->order[i]);

		if (!use || !use->elided)
			o.columns[o.nr++] = c->order[i];
	}
	return o;
}

/* --- without trees ------------------------------------------------------------------------------------ */

static void sort_by_keys(struct hist *h)
{
	const struct columns *c = h->hists->columns;
	struct row_sort s;
	size_t i;

	row_sort__init(&s, h, 0);
	for (i = 0; i < c->nr_keys; i++)
		row_sort__by_key(&s, c->keys[i], false);
	free(h->order);
	h->order = row_sort__take(&s);
}

/* False if depths contradict each other: then the order is as it was, or gone if there are many rows. */
static bool sort_for_text(struct hist *h, const struct order *o)
{
	struct row_sort s;
	bool fine = true;
	size_t i;

	if (h->nr < h->hists->many_rows)
		row_sort__init(&s, h, 0);
	else
		row_sort__init_in_place(&s, h);
	for (i = 0; fine && i < o->nr; i++) {
		row_sort__by_column(&s, o->columns[i]);
		fine = !row_sort__asks_for_depth(h, o->columns[i]) || row_sort__by_depth(&s);
	}
	if (fine) {
		free(h->order);
		h->order = row_sort__take(&s);
	} else {
		step_sort__exit(&s.rows);
	}
	return fine;
}

/* Of each row, one rank for all that comes before depth is asked for, one for what follows, and so on. */
struct row_ranks {
	const struct hist *h;
	uint32_t *ranks;
	size_t nr;			/* of a row */
	const struct hist_entry **rows;	/* by their numbers */
};

/* Is row @a shown before row @b, by ranks, and by depths between one and the next? */
static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
	const struct row_ranks *r = ctx;
	const uint32_t *x = &r->ranks[a * r->nr], *y = &r->ranks[b * r->nr];
	size_t i;
	int depths;

	for (i = 0; i < r->nr; i++) {
		if (x[i] != y[i])
			return x[i] < y[i];
		depths = i + 1 < r->nr ? row_sort__compare_depths(r->h, r->rows[a], r->rows[b]) : 0;
		if (depths)
			return depths < 0;
	}
	return false;
}

/* With a tree. */
static void sort_by_ranks(struct hist *h, const struct order *o)
{
	struct row_ranks r = { .h = h, .nr = 1 };
	struct row_sort s;
	size_t i, at = 0;

	for (i = 0; i < o->nr; i++)
		r.nr += row_sort__asks_for_depth(h, o->columns[i]);
	r.ranks = xcalloc(h->nr, r.nr * sizeof(*r.ranks));
	row_sort__init(&s, h, 0);
	for (i = 0; i < o->nr; i++) {
		row_sort__by_column(&s, o->columns[i]);
		if (!row_sort__asks_for_depth(h, o->columns[i]))
			continue;
		step_sort__ranks(&s.rows, r.ranks + at++, r.nr);
		step_sort__exit(&s.rows);
		row_sort__init(&s, h, 0);
	}
	step_sort__ranks(&s.rows, r.ranks + at, r.nr);
	step_sort__exit(&s.rows);
	r.rows = xcalloc(h->nr, sizeof(*r.rows));
	for (i = 0; i < h->nr; i++)
		r.rows[i] = hist__row(h, (uint32_t)i);
	tree_order__sort(h->order, h->nr, comes_before, &r);
	free(r.rows);
	free(r.ranks);
}

void hist__sort(struct hist *h)
{
	struct order o;

	/* The rows will move: their hash table is of no use any more. */
	row_numbers__exit(&h->known);
	if (h->nr < 2)
		return;
	sort_by_keys(h);
	o = find_order(h->hists->columns);
	if (!sort_for_text(h, &o)) {
		if (!h->order)
			sort_by_keys(h);
		sort_by_ranks(h, &o);
	}
	free(o.columns);
}
