// SPDX-License-Identifier: GPL-2.0-only
/* Lists of the chains of rows that decay, made of the tree of stacks where rows are put together to others: hierarchies. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/decay/live-fold.h"
#include "util/rows/hist-rows.h"

struct giving {
	struct hists *h;
	uint32_t *next;			/* by the number of a node: itself, if it is the outermost one of its row, or the next one further out; 0: none */
	uint32_t *places;		/* of the stack at hand, innermost frame first */
	size_t nr, cap;
	uint32_t chain, sum;		/* sum: + 1; 0: it has none yet */
};

/* Most frames are not the outermost ones of a row, so that nobody looks at them once for each stack. */
static void find_next(struct giving *g)
{
	const struct live_tree *t = g->h->live;
	uint32_t number;

	g->next = xcalloc(t->nr_nodes + 1, sizeof(*g->next));
	for (number = 1; number <= t->nr_nodes; number++) {
		const struct live_node *n = live_tree__node(t, number);

		g->next[number] = n->first ? number : g->next[n->parent];
	}
}

static void store_stack(struct giving *g, const struct live_leaf *l)
{
	struct hists *h = g->h;
	uint32_t number = l->node;

	for (g->nr = 0; number; g->nr++) {
		const struct live_node *n = live_tree__node(h->live, number);

		GROW(g->places, g->nr, g->cap);
		g->places[g->nr] = n->drawn;
		number = n->parent;
	}
	g->chain = chain_store__add(h->chains, g->places, (uint32_t)g->nr);
	GROW(h->sums, h->nr_sums, h->cap_sums);
	h->sums[h->nr_sums++] = (struct chain_sum){ l->period, l->nr };
	g->sum = (uint32_t)h->nr_sums;
}

/* Puts the stack into the list of the row. */
static void give(struct giving *g, const struct live_leaf *l, uint32_t row, uint32_t pos, bool own)
{
	struct hist *hist = live_tree__root(g->h->live, l->root)->hist;
	struct row_common *c = (struct row_common *)(uintptr_t)hist__row(hist, row)->common;

	if (!g->sum)
		store_stack(g, l);
	c->has_list = true;
	*hist_rows__new_ref(c) = (struct listed_ref){ .chain = g->chain, .pos = pos & INT32_MAX, .own = own, .sum = (g->sum - 1) & INT32_MAX };
}

static void give_own(struct giving *g, const struct live_leaf *l)
{
	g->sum = 0;
	give(g, l, l->row, g->h->opts.graph.caller ? live_tree__node(g->h->live, l->node)->depth - 1 : 0, true);
}

static void give_callers(struct giving *g, const struct live_leaf *l)
{
	const struct live_tree *t = g->h->live;
	uint32_t depth = live_tree__node(t, l->node)->depth, number;

	for (number = g->next[l->node]; number; number = g->next[live_tree__node(t, number)->parent]) {
		const struct live_node *n = live_tree__node(t, number);

		if (n->row != l->row)
			give(g, l, n->row, depth - n->depth, false);
	}
}

static bool has_chain(const struct live_tree *t, const struct live_leaf *l)
{
	return l->node && !live_tree__root(t, l->root)->member && (l->period || l->nr);
}

static bool begin(struct giving *g)
{
	if (!g->h->opts.decay || !g->h->opts.use_chains)
		return false;
	live_chains__drop(g->h);
	g->h->listed = true;
	return true;
}

void live_chains__give(struct hists *h)
{
	const struct live_tree *t = h->live;
	struct giving g = { .h = h };
	size_t i;

	if (!begin(&g))
		return;
	find_next(&g);
	for (i = 0; i < t->nr_leaves; i++) {
		if (!has_chain(t, &t->leaves[i]))
			continue;
		give_own(&g, &t->leaves[i]);
		give_callers(&g, &t->leaves[i]);
	}
	free(g.next);
	free(g.places);
}

void live_chains__drop(struct hists *h)
{
	size_t i, k;

	if (!h->listed)
		return;
	h->listed = false;
	for (i = 0; i < h->nr; i++)
		for (k = 0; k < h->list[i].nr; k++) {
			struct row_common *c = (struct row_common *)(uintptr_t)hist__row(&h->list[i], (uint32_t)k)->common;

			if (c->has_list)
				free(c->refs);
			c->refs = NULL;
			c->nr_refs = 0;
			c->has_list = false;
		}
	h->nr_sums = 0;
	chain_store__delete(h->chains);
	h->chains = chain_store__new();
}
