// SPDX-License-Identifier: GPL-2.0-only
/* The tree of stacks as call graphs are drawn of it: what goes through each frame, and where the stacks of a row begin. */
#include "util/decay/live-stems.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/rows/hist.h"
#include "util/stacks/call-tree.h"

struct live_stems {
	struct call_stem *stems;	/* by the number of the node */
	/* Lists of numbers, the first one by hist and row, the others by that before them; 0 ends them. */
	uint32_t **first_node, *next_node;	/* frames that no other one of their row is outside of */
	uint32_t **first_leaf, *next_leaf;	/* stacks that end in the row: numbers of leaves + 1 */
	struct arena places;		/* of stacks that are drawn one by one */
	size_t nr_hists;
};

static bool counts(const struct live_tree *t, const struct live_leaf *l)
{
	return l->node && !live_tree__root(t, l->root)->member && (l->period || l->nr);
}

static size_t index_of(const struct hists *h, uint32_t root)
{
	return (size_t)(live_tree__root(h->live, root)->hist - h->list);
}

static void add_leaves(struct live_stems *s, const struct hists *h)
{
	const struct live_tree *t = h->live;
	size_t i;

	for (i = t->nr_leaves; i-- > 0;) {
		const struct live_leaf *l = &t->leaves[i];
		struct call_stem *stem = &s->stems[l->node];
		uint32_t *first;

		if (!counts(t, l))
			continue;
		stem->stacks++;
		stem->ends++;
		stem->period += l->period;
		stem->nr += l->nr;
		first = &s->first_leaf[index_of(h, l->root)][l->row];
		s->next_leaf[i + 1] = *first;
		*first = (uint32_t)i + 1;
	}
}

/* From inside outwards: a node has a larger number than its parent. Frames through which no stack goes any more are in no list. */
static void add_nodes(struct live_stems *s, const struct hists *h)
{
	const struct live_tree *t = h->live;
	uint32_t number;

	for (number = (uint32_t)t->nr_nodes; number; number--) {
		const struct live_node *n = live_tree__node(t, number);
		struct call_stem *stem = &s->stems[number], *parent = &s->stems[n->parent];

		if (!stem->stacks)
			continue;
		stem->place = n->drawn;
		stem->all_period += stem->period;
		stem->all_nr += stem->nr;
		stem->deepest++;
		if (n->first) {
			uint32_t *first = &s->first_node[index_of(h, n->root)][n->row];

			s->next_node[number] = *first;
			*first = number;
		}
		if (!n->parent)
			continue;
		parent->stacks += stem->stacks;
		parent->all_period += stem->all_period;
		parent->all_nr += stem->all_nr;
		parent->deepest = parent->deepest > stem->deepest ? parent->deepest : stem->deepest;
		stem->next = parent->child;
		parent->child = number;
	}
}

static struct live_stems *make(const struct hists *h)
{
	const struct live_tree *t = h->live;
	struct live_stems *s = xzalloc(sizeof(*s));
	size_t i;

	s->stems = xcalloc(t->nr_nodes + 1, sizeof(*s->stems));
	s->next_node = xcalloc(t->nr_nodes + 1, sizeof(*s->next_node));
	s->next_leaf = xcalloc(t->nr_leaves + 1, sizeof(*s->next_leaf));
	s->first_node = xcalloc(h->nr + 1, sizeof(*s->first_node));
	s->first_leaf = xcalloc(h->nr + 1, sizeof(*s->first_leaf));
	s->nr_hists = h->nr;
	for (i = 0; i < h->nr; i++) {
		s->first_node[i] = xcalloc(h->list[i].nr + 1, sizeof(*s->first_node[i]));
		s->first_leaf[i] = xcalloc(h->list[i].nr + 1, sizeof(*s->first_leaf[i]));
	}
	add_leaves(s, h);
	add_nodes(s, h);
	return s;
}

void live_stems__drop(struct live_tree *t)
{
	struct live_stems *s = t->stems;
	size_t i;

	t->stems = NULL;
	if (!s)
		return;
	for (i = 0; i < s->nr_hists; i++) {
		free(s->first_node[i]);
		free(s->first_leaf[i]);
	}
	free(s->first_node);
	free(s->first_leaf);
	free(s->next_node);
	free(s->next_leaf);
	free(s->stems);
	arena__exit(&s->places);
	free(s);
}

/* --- the tree of a row --------------------------------------------------------------------------------------- */

struct drawing {
	const struct live_tree *t;
	struct live_stems *s;
	struct call_tree *tree;
	uint32_t row;
	bool caller;			/* the order of the tree: from outside inwards; the other one only where callers have no rows */
};

/* The frames from outside up to @number: an array as long as that is deep. */
static uint32_t *places_to(const struct drawing *d, uint32_t number)
{
	uint32_t depth = live_tree__node(d->t, number)->depth;
	uint32_t *places = arena__alloc(&d->s->places, depth * sizeof(*places));

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
	struct drawing d = { .t = t, .tree = tree, .row = number_of(h, e), .caller = h->hists->opts.graph.caller };
	const size_t index = (size_t)(h - h->hists->list);
	uint32_t n;

	if (!t->stems)
		t->stems = make(h->hists);
	d.s = t->stems;
	call_tree__set_stems(tree, d.s->stems);
	for (n = d.s->first_leaf[index][d.row]; n; n = d.s->next_leaf[n])
		add_leaf(&d, &t->leaves[n - 1]);
	for (n = d.s->first_node[index][d.row]; n; n = d.s->next_node[n])
		call_tree__add_stem(tree, n);
}
