// SPDX-License-Identifier: GPL-2.0-only
/* The tree of stacks becomes lighter, and loses what counts for next to nothing. */
#include <stdlib.h>

#include "util/decay/live-tree-internal.h"
#include "util/rows/hist-rows.h"
#include "util/rows/hist.h"

/*
 * A stack goes when it is less than such a part of all, and no whole sample. Of samples that come at a steady rate, and become 7/8 each
 * time, those that are gone would still be half of a percent of all; to keep them would take two and a half times the memory.
 */
#define NEGLIGIBLE_STACK	8000000
#define NEGLIGIBLE_ROW		1000000

static void take_stack(const struct live_tree *t, const struct live_leaf *l)
{
	uint32_t number;

	t->stems[l->node].ends--;
	for (number = l->node; number; number = live_tree__node(t, number)->parent)
		t->stems[number].stacks--;
}

void live_tree__lessen(struct live_tree *t, uint64_t num, uint64_t den)
{
	size_t i;

	for (i = 0; i < t->nr_leaves; i++) {
		struct live_leaf *l = &t->leaves[i];
		const bool drawn = live_tree__draws(t, l);

		l->period = live__part(l->period, num, den);
		l->nr = live__part(l->nr, num, den);
		if (drawn && !live_tree__draws(t, l))
			take_stack(t, l);
	}
	/* A sum that is rounded down is not less than the sum of its parts that are. */
	for (i = 1; i <= t->nr_nodes; i++) {
		struct call_stem *s = &t->stems[i];

		s->period = live__part(s->period, num, den);
		s->nr = live__part(s->nr, num, den);
		s->all_period = live__part(s->all_period, num, den);
		s->all_nr = live__part(s->all_nr, num, den);
	}
}

/* By the old numbers the new ones, 0: it goes; until they are known, 1: it stays. */
struct cleaning {
	struct live_tree *t;
	uint32_t *roots, *nodes;	/* from 1 on */
	uint32_t **rows;		/* of each hist, by index; see hist_rows__keep() */
};

static bool is_left(const struct live_tree *t, const struct live_leaf *l)
{
	const struct live_root *r = live_tree__root(t, l->root);

	return l->nr || l->period > r->hist->totals[r->member].period / NEGLIGIBLE_STACK;
}

static bool row_is_left(const struct hist *h, const struct hist_entry *e)
{
	const struct hist_stat *s = hist_entry__stat(e);
	unsigned int i;

	for (i = 0; i < h->nr_members; i++)
		if (s[i].nr || s[i].period > h->totals[i].period / NEGLIGIBLE_ROW)
			return true;
	return false;
}

/* The rows of the hist of @root, in @c. */
static uint32_t *rows_of(const struct cleaning *c, const struct hists *h, uint32_t root)
{
	return c->rows[live_tree__root(c->t, root)->hist - h->list];
}

/* The leaves that stay, as far as it is known where. */
static void find_leaves(struct cleaning *c, const struct hists *h)
{
	struct live_tree *t = c->t;
	size_t i, nr = 0;

	for (i = 0; i < t->nr_leaves; i++) {
		const struct live_leaf *l = &t->leaves[i];

		if (!is_left(t, l))
			continue;
		c->nodes[l->node] = c->roots[l->root] = 1;
		rows_of(c, h, l->root)[l->row] = 1;
		t->leaves[nr++] = *l;
	}
	t->nr_leaves = nr;
}

static void find_nodes(struct cleaning *c, const struct hists *h)
{
	struct live_tree *t = c->t;
	uint32_t n;

	for (n = (uint32_t)t->nr_nodes; n; n--) {
		const struct live_node *node = live_tree__node(t, n);

		if (!c->nodes[n])
			continue;
		c->nodes[node->parent] = 1;
		if (node->row != LIVE_NO_ROW)
			rows_of(c, h, node->root)[node->row] = 1;
	}
	c->nodes[0] = 0;
}

static void find_rows(const struct cleaning *c, struct hists *h)
{
	size_t i, k;

	for (i = 0; i < h->nr; i++)
		for (k = 0; k < h->list[i].nr; k++)
			c->rows[i][k] |= row_is_left(&h->list[i], hist__row(&h->list[i], (uint32_t)k));
}

static void keep_nodes(struct cleaning *c, const struct hists *h)
{
	struct live_tree *t = c->t;
	size_t nr = t->nr_nodes, i;
	struct live_node n;

	live_nodes__empty(&t->known_nodes);
	t->nr_nodes = 0;
	for (i = 0; i < nr; i++) {
		bool is_new;

		if (!c->nodes[i + 1])
			continue;
		n = t->nodes[i];
		if (n.row != LIVE_NO_ROW)
			n.row = rows_of(c, h, n.root)[n.row];
		n.parent = c->nodes[n.parent];
		n.root = c->roots[n.root];
		c->nodes[i + 1] = live_nodes__number(&t->known_nodes, (struct node_key){ t, n.parent, n.root, n.place, n.drawn }, &is_new);
		t->nodes[t->nr_nodes++] = n;
		t->stems[t->nr_nodes] = t->stems[i + 1];
	}
}

static void keep_leaves(struct cleaning *c, const struct hists *h)
{
	struct live_tree *t = c->t;
	size_t nr = t->nr_leaves, i;
	bool is_new;

	live_leaves__empty(&t->known_leaves);
	t->nr_leaves = 0;
	for (i = 0; i < nr; i++) {
		struct live_leaf *l = &t->leaves[i];

		l->row = rows_of(c, h, l->root)[l->row] & INT32_MAX;
		l->node = c->nodes[l->node];
		l->root = c->roots[l->root];
		(void)live_leaves__number(&t->known_leaves, (struct leaf_key){ t, l->node, l->root, l->place }, &is_new);
		t->nr_leaves++;
	}
}

/* Their new numbers; they themselves stay where they are, as long as somebody looks them up by the old ones. */
static void number_roots(const struct cleaning *c)
{
	uint32_t nr = 0, i;

	for (i = 1; i <= c->t->nr_roots; i++)
		if (c->roots[i])
			c->roots[i] = ++nr;
}

static void keep_roots(const struct cleaning *c)
{
	struct live_tree *t = c->t;
	size_t nr = t->nr_roots, i;
	bool is_new;

	live_roots__empty(&t->known_roots);
	t->nr_roots = 0;
	for (i = 0; i < nr; i++) {
		if (!c->roots[i + 1])
			continue;
		t->roots[t->nr_roots] = t->roots[i];
		(void)live_roots__number(&t->known_roots, (struct root_key){ t, &t->roots[t->nr_roots].key }, &is_new);
		t->nr_roots++;
	}
}

/* The lists of rows, and which stems lead to which and to how many stacks: a node has a larger number than its parent. */
static void link_all(const struct hists *h)
{
	const struct live_tree *t = h->live;
	uint32_t n;
	size_t i;

	for (i = 0; t->rows && i < h->nr; i++)
		if (t->rows[i].cap)
			memset(t->rows[i].rows, 0, t->rows[i].cap * sizeof(*t->rows[i].rows));
	for (n = 1; n <= t->nr_nodes; n++)
		t->stems[n].child = t->stems[n].stacks = t->stems[n].ends = t->stems[n].deepest = 0;
	for (n = (uint32_t)t->nr_leaves; n; n--) {
		const struct live_leaf *l = live_tree__leaf_at(t, n);

		live_tree__list_leaf(h, n);
		if (!live_tree__draws(t, l))
			continue;
		t->stems[l->node].stacks++;
		t->stems[l->node].ends++;
	}
	for (n = (uint32_t)t->nr_nodes; n; n--) {
		struct call_stem *s = &t->stems[n], *parent = &t->stems[live_tree__node(t, n)->parent];

		live_tree__link_stem(t, n);
		if (live_tree__node(t, n)->first)
			live_tree__list_node(h, n);
		s->deepest += s->stacks > 0;
		parent->stacks += s->stacks;
		if (parent->deepest < s->deepest)
			parent->deepest = s->deepest;
	}
}

void live_tree__clean(struct hists *h)
{
	struct live_tree *t = h->live;
	struct cleaning c = { .t = t };
	size_t i;

	c.roots = xcalloc(t->nr_roots + 1, sizeof(*c.roots));
	c.nodes = xcalloc(t->nr_nodes + 1, sizeof(*c.nodes));
	c.rows = xcalloc(h->nr + 1, sizeof(*c.rows));
	for (i = 0; i < h->nr; i++)
		c.rows[i] = xcalloc(h->list[i].nr + 1, sizeof(*c.rows[i]));
	find_leaves(&c, h);
	find_nodes(&c, h);
	find_rows(&c, h);
	for (i = 0; i < h->nr; i++)
		hist_rows__keep(&h->list[i], c.rows[i]);
	number_roots(&c);
	keep_nodes(&c, h);
	keep_leaves(&c, h);
	keep_roots(&c);
	link_all(h);
	t->settled = t->nr_nodes + t->nr_leaves;
	live_paths__forget(t);
	for (i = 0; i < h->nr; i++)
		free(c.rows[i]);
	free(c.rows);
	free(c.nodes);
	free(c.roots);
}
