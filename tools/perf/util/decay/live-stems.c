// SPDX-License-Identifier: GPL-2.0-only
/* The tree of stacks as call graphs are drawn of it. */
#include "util/decay/live-stems.h"

#include "util/base/alloc.h"
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
static uint32_t *places_to(const struct drawing *d, uint32_t number)
{
	uint32_t depth = live_tree__node(d->t, number)->depth;
	uint32_t *places = arena__alloc(&d->t->drawn, depth * sizeof(*places));

	for (; number; number = live_tree__node(d->t, number)->parent)
		places[--depth] = live_tree__node(d->t, number)->drawn;
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
	const uint32_t *places = places_to(d, l->node);

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

void live_stems__add(const struct hist *h, const struct hist_entry *e, struct call_tree *tree)
{
	struct live_tree *t = h->hists->live;
	const struct drawing d = { .t = t, .tree = tree, .row = number_of(h, e), .caller = h->hists->opts.graph.caller };
	const struct live_rows *rows = t->rows ? &t->rows[h - h->hists->list] : NULL;
	uint32_t n;

	if (!rows || d.row >= rows->cap)
		return;
	call_tree__set_stems(tree, t->stems);
	for (n = rows->rows[d.row].leaf; n; n = live_tree__leaf_at(t, n)->next_of_row)
		if (live_tree__draws(t, live_tree__leaf_at(t, n)))
			add_leaf(&d, live_tree__leaf_at(t, n));
	for (n = rows->rows[d.row].node; n; n = live_tree__node(t, n)->next_of_row)
		if (t->stems[n].stacks)
			call_tree__add_stem(tree, n);
}
