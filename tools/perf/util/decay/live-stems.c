// SPDX-License-Identifier: GPL-2.0-only
/* The tree of stacks as call graphs are drawn of it. */
#include "util/decay/live-stems.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/number-sort.h"
#include "util/rows/hist.h"

void live_stems__drop(struct live_tree *t)
{
	arena__exit(&t->drawn);
}

/* The tree of a row. */
struct drawing {
	struct live_tree *t;
	struct call_tree *tree;
	uint32_t row;
	bool caller;			/* the order of the tree: from outside inwards; the other one only where callers have no rows */
};

/* The frames from outside up to @number: an array as long as that is deep. */
static uint32_t *places_to(struct live_tree *t, uint32_t number)
{
	uint32_t depth = live_tree__node(t, number)->depth;
	uint32_t *places = arena__alloc(&t->drawn, depth * sizeof(*places));

	for (; number; number = live_tree__node(t, number)->parent)
		places[--depth] = live_tree__node(t, number)->drawn;
	return places;
}

/* The same from inside outwards. */
static uint32_t *places_from(struct live_tree *t, uint32_t number)
{
	uint32_t *places = arena__alloc(&t->drawn, live_tree__node(t, number)->depth * sizeof(*places)), nr = 0;

	for (; number; number = live_tree__node(t, number)->parent)
		places[nr++] = live_tree__node(t, number)->drawn;
	return places;
}

/* Where the row's stacks begin that go through @number, or 0. */
static uint32_t row_outside(const struct drawing *d, uint32_t number)
{
	for (; number; number = live_tree__node(d->t, number)->parent)
		if (live_tree__node(d->t, number)->row == d->row && live_tree__node(d->t, number)->first)
			return number;
	return 0;
}

/* A stack that ends in the row is shown as a whole; so it is none of those that only go through the row. */
static void add_leaf(const struct drawing *d, const struct live_leaf *l)
{
	uint32_t depth = live_tree__node(d->t, l->node)->depth, node = row_outside(d, l->node);
	const uint32_t *places = places_to(d->t, l->node);

	call_tree__add(d->tree, places, depth, !d->caller, l->period, l->nr);
	if (node)
		call_tree__take_out(d->tree, places + live_tree__node(d->t, node)->depth - 1, depth - live_tree__node(d->t, node)->depth + 1,
				    false, l->period, l->nr);
}

static uint32_t number_of(const struct hist *h, const struct hist_entry *e)
{
	size_t i = 0;

	while (e < h->pieces[i] || e >= h->pieces[i] + HIST_PIECE)
		i++;
	return (uint32_t)(i << HIST_PIECE_BITS) + (uint32_t)(e - h->pieces[i]);
}

/* The lists of row number @row. */
static struct live_row row_at(const struct hist *h, uint32_t row)
{
	const struct live_tree *t = h->hists->live;
	const struct live_rows *rows = t->rows ? &t->rows[h - h->hists->list] : NULL;

	return rows && row < rows->cap ? rows->rows[row] : (struct live_row){ 0, 0 };
}

void live_stems__own_stacks(const struct hist *h, const struct hist_entry *e, row_stack_fn fn, void *ctx)
{
	struct live_tree *t = h->hists->live;
	uint64_t *numbers = NULL;
	size_t nr = 0, cap = 0, i;
	uint32_t n;

	/* Those that came first have the smaller numbers, and stand anywhere in the list. */
	for (n = row_at(h, number_of(h, e)).leaf; n; n = live_tree__leaf_at(t, n)->next_of_row) {
		if (!live_tree__draws(t, live_tree__leaf_at(t, n)))
			continue;
		GROW(numbers, nr, cap);
		numbers[nr++] = n;
	}
	number_sort(numbers, nr);
	for (i = 0; i < nr; i++) {
		const struct live_leaf *l = live_tree__leaf_at(t, (uint32_t)numbers[i]);

		fn(ctx, &(struct row_stack){ places_from(t, l->node), live_tree__node(t, l->node)->depth, l->period, l->nr });
	}
	free(numbers);
}

void live_stems__add(const struct hist *h, const struct hist_entry *e, struct call_tree *tree)
{
	struct live_tree *t = h->hists->live;
	const struct drawing d = { .t = t, .tree = tree, .row = number_of(h, e), .caller = h->hists->opts.graph.caller };
	const struct live_row row = row_at(h, d.row);
	uint32_t n;

	if (!row.leaf && !row.node)
		return;
	call_tree__set_stems(tree, t->stems);
	for (n = row.leaf; n; n = live_tree__leaf_at(t, n)->next_of_row)
		if (live_tree__draws(t, live_tree__leaf_at(t, n)))
			add_leaf(&d, live_tree__leaf_at(t, n));
	for (n = row.node; n; n = live_tree__node(t, n)->next_of_row)
		if (t->stems[n].stacks)
			call_tree__add_stem(tree, n);
}

size_t live_stems__nr_stacks(const struct hist *h, const struct hist_entry *e, size_t most)
{
	const struct live_tree *t = h->hists->live;
	const struct live_row row = row_at(h, number_of(h, e));
	size_t nr = 0;
	uint32_t n;

	for (n = row.node; n && nr < most; n = live_tree__node(t, n)->next_of_row)
		nr += t->stems[n].stacks;
	/* The others that end in the row go through one of these. */
	for (n = row.leaf; n && nr < most; n = live_tree__leaf_at(t, n)->next_of_row)
		nr += live_tree__leaf_at(t, n)->alone && live_tree__draws(t, live_tree__leaf_at(t, n));
	return nr < most ? nr : most;
}

/* Is it so at @from, or further in? */
static bool any_from(const struct live_tree *t, uint32_t from, row_place_fn is, const void *ctx)
{
	uint32_t n = from;

	for (;;) {
		bool shown = t->stems[n].stacks;

		if (shown && is(ctx, live_tree__node(t, n)->drawn))
			return true;
		if (shown && t->stems[n].child) {
			n = t->stems[n].child;
			continue;
		}
		while (n != from && !t->stems[n].next)
			n = live_tree__node(t, n)->parent;
		if (n == from)
			return false;
		n = t->stems[n].next;
	}
}

static bool any_to(const struct live_tree *t, uint32_t n, row_place_fn is, const void *ctx)
{
	for (; n; n = live_tree__node(t, n)->parent)
		if (is(ctx, live_tree__node(t, n)->drawn))
			return true;
	return false;
}

bool live_stems__any_place(const struct hist *h, const struct hist_entry *e, row_place_fn is, const void *ctx)
{
	const struct live_tree *t = h->hists->live;
	const struct live_row row = row_at(h, number_of(h, e));
	uint32_t n;

	for (n = row.leaf; n; n = live_tree__leaf_at(t, n)->next_of_row)
		if (live_tree__draws(t, live_tree__leaf_at(t, n)) && any_to(t, live_tree__leaf_at(t, n)->node, is, ctx))
			return true;
	for (n = row.node; n; n = live_tree__node(t, n)->next_of_row)
		if (any_from(t, n, is, ctx))
			return true;
	return false;
}
