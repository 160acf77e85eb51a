// SPDX-License-Identifier: GPL-2.0-only
/* Level by level: rows that are equal in the keys so far are a node, and nodes are sorted as rows are (row-sort.c). */
#include "util/rows/hist-tree.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/hist-history.h"
#include "util/rows/hist-rows.h"
#include "util/rows/row-sort.h"

struct building {
	struct hist_tree *t;
	const struct hist *h;
	struct row_sort by_keys;	/* its rows, by the keys of the levels so far */
	uint32_t *rows;			/* the same as they are shown */
	struct hist nodes;		/* a row for each node, so that nodes are sorted as rows are */
	struct hist_node **places;	/* of the nodes in the tree, by their numbers */
	uint32_t *parents;		/* of the nodes: numbers + 1; 0: the root */
	size_t cap_places, cap_parents;
	uint32_t *node_of;		/* of each row, by its number, the node of the level before: its number + 1 */
	uint32_t *ranks;		/* of each row by the keys */
};

static void add_detail(struct arena *arena, struct hist_detail *to, const struct hist_detail *d)
{
	size_t i;

	to->latency += d->latency;
	for (i = 0; i < ARRAY_SIZE(d->modes); i++)
		to->modes[i] += d->modes[i];
	for (i = 0; i < ARRAY_SIZE(d->weights); i++)
		to->weights[i] += d->weights[i];
	if (!d->mem)
		return;
	if (!to->mem)
		to->mem = arena__zalloc(arena, sizeof(*d->mem));
	mem_weights__add_all(to->mem, d->mem);
}

static void add_numbers(struct building *b, struct row_common *to, const struct row_common *c)
{
	unsigned int m;

	if (c->branches)
		branch_sums__add(&to->branches->sums, &c->branches->sums);
	for (m = 0; m < b->h->nr_members; m++) {
		to->self[m].period += c->self[m].period;
		to->self[m].nr += c->self[m].nr;
		if (c->self[m].detail)
			add_detail(&b->t->arena, to->self[m].detail, c->self[m].detail);
	}
}

/* Counts a row in a node. One of one row has all that the row has, its chains among it. */
static void add_row(struct building *b, struct hist_entry *node, const struct hist_entry *row)
{
	struct row_common *c = (struct row_common *)(uintptr_t)node->common;

	if (node->shared) {
		c = arena__memdup(&b->t->arena, node->common, sizeof(*c));
		c->self = hist__new_stats(b->h, &b->t->arena);
		c->acc = NULL;
		c->nr_refs = 0;
		c->has_list = false;
		c->branches = b->h->hists->opts.history ? arena__zalloc(&b->t->arena, sizeof(*c->branches)) : NULL;
		add_numbers(b, c, node->common);
		node->common = c;
		node->shared = false;
	}
	add_numbers(b, c, row->common);
}

static uint64_t parent_cell(const void *ctx, uint32_t node)
{
	return ((const struct building *)ctx)->parents[node];
}

/* Gives the nodes from number @first on their places: the largest first, then by the level's key, then as in the flat order. */
static void place_nodes(struct building *b, uint32_t first, const struct column *level)
{
	const struct columns *c = b->h->hists->columns;
	struct hist_node *places = arena__zalloc(&b->t->arena, (b->nodes.nr - first) * sizeof(*places));
	struct row_sort s;
	size_t i;

	row_sort__init(&s, &b->nodes, first);
	step_sort__by(&s.rows, &(struct step_cells){ .of = parent_cell, .ctx = b });
	for (i = 0; i < c->nr_order; i++)
		if (c->order[i]->value)
			row_sort__by_column(&s, c->order[i]);
	row_sort__by_column(&s, level);
	for (i = 0; i < s.rows.nr; i++) {
		uint32_t number = s.rows.list[i], parent = b->parents[number];
		struct hist_node *above = parent ? b->places[parent - 1] : &b->t->root;

		places[i].entry = hist__row(&b->nodes, number);
		b->places[number] = &places[i];
		if (!above->nr_children++)
			above->children = &places[i];
	}
	step_sort__exit(&s.rows);
}

/* Rows come as they are shown, so that nodes have the order of their first rows. */
static void add_level(struct building *b, const struct column *level)
{
	uint32_t *known = xcalloc(b->by_keys.rows.nr, sizeof(*known)), first = (uint32_t)b->nodes.nr;
	size_t i;

	row_sort__by_key(&b->by_keys, level, false);
	step_sort__ranks(&b->by_keys.rows, b->ranks, 1);
	for (i = 0; i < b->by_keys.rows.nr; i++) {
		const struct hist_entry *row = hist__row(b->h, b->rows[i]);
		uint32_t *node_of = &b->node_of[b->rows[i]], *node = &known[b->ranks[b->rows[i]]];

		if (*node) {
			add_row(b, hist__row(&b->nodes, *node - 1), row);
		} else {
			GROW(b->parents, b->nodes.nr, b->cap_parents);
			GROW(b->places, b->nodes.nr, b->cap_places);
			b->parents[b->nodes.nr] = *node_of;
			hist__add_row(&b->nodes, row)->shared = true;
			*node = (uint32_t)b->nodes.nr;
		}
		*node_of = *node;
	}
	place_nodes(b, first, level);
	free(known);
}

void hist_tree__init(struct hist_tree *t, const struct hist *h, bool (*keep)(void *ctx, const struct hist_entry *e), void *ctx)
{
	const struct columns *c = h->hists->columns;
	struct building b = { .t = t, .h = h, .nodes = { .hists = h->hists, .nr_members = h->nr_members, .arena = &t->arena } };
	size_t i;

	*t = (struct hist_tree){ .levels = xcalloc(c->nr_keys + 1, sizeof(*t->levels)) };
	for (i = 0; i < c->nr_keys; i++)
		if (!c->keys[i]->evsel || c->keys[i]->evsel == h->leader)
			t->levels[t->nr_levels++] = c->keys[i];
	row_sort__init_shown(&b.by_keys, h, keep, ctx);
	b.rows = xmemdup(b.by_keys.rows.list, b.by_keys.rows.nr * sizeof(*b.rows));
	b.node_of = xcalloc(h->nr, sizeof(*b.node_of));
	b.ranks = xcalloc(h->nr, sizeof(*b.ranks));
	for (i = 0; i < t->nr_levels; i++)
		add_level(&b, t->levels[i]);
	step_sort__exit(&b.by_keys.rows);
	free(b.rows);
	free(b.node_of);
	free(b.ranks);
	free(b.nodes.pieces);
	free(b.parents);
	free(b.places);
}

void hist_tree__exit(struct hist_tree *t)
{
	free(t->levels);
	arena__exit(&t->arena);
	*t = (struct hist_tree){ 0 };
}
