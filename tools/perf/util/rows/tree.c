// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/tree.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/pair-map.h"

struct call_tree {
	const struct place_table *places;
	struct arena arena;
	struct call_node **nodes;	/* in the order of creation: parents before children */
	size_t nr, cap;
	struct pair_map wide;	/* (node, place) -> child, of nodes with many children */
	size_t depth;			/* places of a chain that are added */
	bool cut;
};

/* From so many children on, a node's children are found by hash. */
#define WIDE	16

static struct call_node *new_node(struct call_tree *t, struct call_node *parent, const struct place *place)
{
	struct call_node *n = arena__zalloc(&t->arena, sizeof(*n));

	n->parent = parent;
	n->place = place;
	GROW(t->nodes, t->nr, t->cap);
	t->nodes[t->nr++] = n;
	return n;
}

struct call_tree *call_tree__new(const struct place_table *places)
{
	struct call_tree *t = xzalloc(sizeof(*t));

	t->places = places;
	t->depth = SIZE_MAX;
	new_node(t, NULL, NULL);
	return t;
}

void call_tree__delete(struct call_tree *t)
{
	size_t i;

	if (!t)
		return;
	for (i = 0; i < t->nr; i++)
		free(t->nodes[i]->children);
	free(t->nodes);
	pair_map__exit(&t->wide);
	arena__exit(&t->arena);
	free(t);
}

static void set_wide(struct call_tree *t, const struct call_node *n, struct call_node *child)
{
	*pair_map__place(&t->wide, pair_of((uintptr_t)n, (uintptr_t)child->place)) = child;
}

static struct call_node *find_child(struct call_tree *t, struct call_node *n, const struct place *place)
{
	uint32_t i;

	if (n->recent && n->recent->place == place)
		return n->recent;
	if (n->nr_children >= WIDE)
		return pair_map__find(&t->wide, pair_of((uintptr_t)n, (uintptr_t)place));
	for (i = 0; i < n->nr_children; i++)
		if (n->children[i]->place == place)
			return n->children[i];
	return NULL;
}

static struct call_node *add_child(struct call_tree *t, struct call_node *n, const struct place *place)
{
	struct call_node *c = new_node(t, n, place);
	uint32_t i;

	if (n->nr_children == n->cap_children) {
		n->cap_children = n->cap_children ? n->cap_children * 2 : 1;
		n->children = xreallocarray(n->children, n->cap_children, sizeof(*n->children));
	}
	n->children[n->nr_children++] = c;
	if (n->nr_children == WIDE)
		for (i = 0; i < WIDE; i++)
			set_wide(t, n, n->children[i]);
	else if (n->nr_children > WIDE)
		set_wide(t, n, c);
	return c;
}

void call_tree__set_depth(struct call_tree *t, size_t depth)
{
	t->depth = depth ? depth : SIZE_MAX;
}

bool call_tree__is_cut(const struct call_tree *t)
{
	return t->cut;
}

void call_tree__add(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards,
		    uint64_t period, uint64_t count)
{
	struct call_node *n = t->nodes[0], *c;
	size_t i;

	if (!nr)
		return;
	for (i = 0; i < nr && i < t->depth; i++) {
		const struct place *p = place_table__get(t->places, places[backwards ? nr - 1 - i : i]);

		c = find_child(t, n, p);
		if (!c)
			c = add_child(t, n, p);
		n->recent = c;
		n = c;
	}
	n->hit += period;
	n->count += count;
	if (i < nr)
		n->cut = t->cut = true;
}

void call_tree__walk(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards,
		     void (*fn)(void *ctx, struct call_node *node, size_t i), void *ctx)
{
	struct call_node *n = t->nodes[0];
	size_t i;

	for (i = 0; i < nr && i < t->depth; i++) {
		n = find_child(t, n, place_table__get(t->places, places[backwards ? nr - 1 - i : i]));
		if (!n)
			return;
		fn(ctx, n, i);
	}
}

void *call_tree__zalloc(struct call_tree *t, size_t size)
{
	return arena__zalloc(&t->arena, size);
}

static int compare_children(const void *va, const void *vb)
{
	const struct call_node *a = *(struct call_node *const *)va, *b = *(struct call_node *const *)vb;
	uint64_t x = call_node__total(a), y = call_node__total(b);

	if (x != y)
		return x > y ? -1 : 1;
	return place__compare(a->place, b->place);
}

void call_tree__finish(struct call_tree *t)
{
	size_t i;

	for (i = t->nr; i-- > 1;) {
		struct call_node *n = t->nodes[i];

		n->parent->children_hit += call_node__total(n);
		n->parent->children_count += call_node__total_count(n);
	}
	for (i = 0; i < t->nr; i++)
		if (t->nodes[i]->nr_children > 1)
			qsort(t->nodes[i]->children, t->nodes[i]->nr_children, sizeof(struct call_node *),
			      compare_children);
}

const struct call_node *call_tree__root(const struct call_tree *t)
{
	return t->nodes[0];
}

const struct call_node *call_node__run_end(const struct call_node *n)
{
	while (n->nr_children == 1 && !n->count)
		n = n->children[0];
	return n;
}

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
	struct end *ends;
	size_t nr, cap;
	uint64_t min_hit;
};

/* Post-order in the order of places: so that equal ones come out as in any perf. Not deeper than a chain. */
static void walk_ends(struct walk *w, const struct call_node *n)
{
	const struct call_node **by_place;
	uint32_t i;

	n = n->place ? call_node__run_end(n) : n;
	if (n->nr_children) {
		by_place = xmemdup(n->children, n->nr_children * sizeof(*by_place));
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

const struct call_node **call_tree__ends(const struct call_tree *t, uint64_t min_hit, size_t *ret_nr)
{
	struct walk w = { .min_hit = min_hit };
	const struct call_node **nodes = NULL;
	size_t i;

	walk_ends(&w, t->nodes[0]);
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
