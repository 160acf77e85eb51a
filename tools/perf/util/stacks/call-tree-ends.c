// SPDX-License-Identifier: GPL-2.0-only
/* Where the chains of a call tree end, for lists of them. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/stacks/call-tree.h"

struct end {
	const struct call_node *node;
	size_t order;
};

static int compare_ends(const void *va, const void *vb)
{
	const struct end *a = va, *b = vb;

	if (a->node->hit != b->node->hit)
		return a->node->hit > b->node->hit ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

static int compare_places(const void *va, const void *vb)
{
	const struct call_node *a = *(struct call_node *const *)va, *b = *(struct call_node *const *)vb;

	return place__compare(a->place, b->place);
}

struct walk {
	struct call_tree *t;
	struct end *ends;
	size_t nr, cap;
	uint64_t min_hit;
};

/* Post-order in the order of places: so that equal ones come out as in any perf. Not deeper than a chain. */
static void walk_ends(struct walk *w, struct call_node *n)
{
	struct call_node **by_place;
	uint32_t i;

	if (call_node__total(n) < w->min_hit)
		return;
	call_tree__unfold(w->t, n);
	while (n->place && n->nr_children == 1 && !n->forks && !n->count)
		n = n->children;
	if (n->nr_children) {
		by_place = xcalloc(n->nr_children, sizeof(*by_place));
		for (i = 0; i < n->nr_children; i++)
			by_place[i] = &n->children[i];
		qsort(by_place, n->nr_children, sizeof(*by_place), compare_places);
		for (i = 0; i < n->nr_children; i++)
			walk_ends(w, by_place[i]);
		free(by_place);
	}
	if (n->hit && n->hit >= w->min_hit) {
		GROW(w->ends, w->nr, w->cap);
		w->ends[w->nr] = (struct end){ n, w->nr };
		w->nr++;
	}
}

const struct call_node **call_tree__ends(struct call_tree *t, uint64_t min_hit, size_t *ret_nr)
{
	struct walk w = { .t = t, .min_hit = min_hit };
	const struct call_node **nodes = NULL;
	size_t i;

	/* Its root is given away as something to be read only, and its nodes must be unfolded. */
	walk_ends(&w, (struct call_node *)(uintptr_t)call_tree__root(t));
	if (w.nr) {
		qsort(w.ends, w.nr, sizeof(*w.ends), compare_ends);
		nodes = xcalloc(w.nr, sizeof(*nodes));
		for (i = 0; i < w.nr; i++)
			nodes[i] = w.ends[i].node;
	}
	free(w.ends);
	*ret_nr = w.nr;
	return nodes;
}
