// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/call-tree.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/pair-map.h"

PAIR_MAP(call_node_map, struct call_node *)

struct call_tree {
	const struct place_table *places;
	struct arena arena;
	/* In pieces of so many, in the order of creation: parents before children. */
	struct call_node **pieces;
	size_t nr_pieces, cap_pieces;
	size_t nr;
	struct call_node_map wide;	/* (node, place) -> child, of nodes with many children */
	size_t depth;			/* places of a chain that are added */
	bool cut;
	bool finished;
};

#define PIECE	64
#define MAX_TAIL	((1U << 30) - 1)

static struct call_node *node_at(const struct call_tree *t, size_t i)
{
	return &t->pieces[i / PIECE][i % PIECE];
}

/* From so many children on, a node's children are found by hash. */
#define WIDE	16

static struct call_node *new_node(struct call_tree *t, struct call_node *parent, const struct place *place)
{
	struct call_node *n;

	if (!(t->nr % PIECE)) {
		GROW(t->pieces, t->nr_pieces, t->cap_pieces);
		t->pieces[t->nr_pieces++] = arena__alloc(&t->arena, PIECE * sizeof(*n));
	}
	n = node_at(t, t->nr++);
	*n = (struct call_node){ .place = place, .parent = parent };
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
		if (node_at(t, i)->nr_children > 1)
			free(node_at(t, i)->list);
	free(t->pieces);
	call_node_map__exit(&t->wide);
	arena__exit(&t->arena);
	free(t);
}

static void set_wide(struct call_tree *t, const struct call_node *n, struct call_node *child)
{
	*call_node_map__place(&t->wide, pair_of((uintptr_t)n, (uintptr_t)child->place)) = child;
}

static struct call_node *find_child(struct call_tree *t, struct call_node *n, const struct place *place)
{
	struct call_node *const *children = call_node__children(n);
	uint32_t i;

	if (n->nr_children >= WIDE)
		return call_node_map__find(&t->wide, pair_of((uintptr_t)n, (uintptr_t)place));
	for (i = 0; i < n->nr_children; i++)
		if (children[i]->place == place)
			return children[i];
	return NULL;
}

/* The list doubles its room whenever it is full. */
static void take_child(struct call_node *n, struct call_node *c)
{
	uint32_t nr = n->nr_children++;
	struct call_node *only = n->only;

	if (!nr) {
		n->only = c;
		return;
	}
	if (nr == 1) {
		n->list = xcalloc(2, sizeof(*n->list));
		n->list[0] = only;
	} else if (!(nr & (nr - 1))) {
		n->list = xreallocarray(n->list, 2 * (size_t)nr, sizeof(*n->list));
	}
	n->list[nr] = c;
}

static struct call_node *add_child(struct call_tree *t, struct call_node *n, const struct place *place)
{
	struct call_node *c = new_node(t, n, place);
	uint32_t i;

	take_child(n, c);
	if (n->nr_children == WIDE)
		for (i = 0; i < WIDE; i++)
			set_wide(t, n, n->list[i]);
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

/* Makes the first node of the tail of @n, which takes over the rest. */
static void unfold_one(struct call_tree *t, struct call_node *n)
{
	const uint32_t *tail = n->tail;
	uint32_t left = n->nr_tail - 1;
	struct call_node *c;

	n->nr_tail = 0;
	c = add_child(t, n, place_table__get(t->places, *tail));
	c->hit = n->hit;
	c->count = n->count;
	c->cut = n->cut;
	n->hit = n->count = 0;
	n->cut = false;
	if (t->finished) {
		n->children_hit = c->hit;
		n->children_count = c->count;
	}
	if (!left)
		return;
	c->tail = n->backwards ? tail - 1 : tail + 1;
	c->nr_tail = left & (MAX_TAIL);
	c->backwards = n->backwards;
}

void call_tree__unfold(struct call_tree *t, struct call_node *n)
{
	for (;; n = n->only) {
		if (n->nr_tail)
			unfold_one(t, n);
		if (n->nr_children != 1 || n->count)
			break;
	}
}

void call_tree__add(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards,
		    uint64_t period, uint64_t count)
{
	struct call_node *n = node_at(t, 0), *c = NULL;
	size_t used = nr < t->depth ? nr : t->depth, i;

	if (!nr)
		return;
	for (i = 0; i < used; i++) {
		const struct place *p = place_table__get(t->places, places[backwards ? nr - 1 - i : i]);

		if (n->nr_tail)
			unfold_one(t, n);
		c = find_child(t, n, p);
		if (!c)
			break;
		n = c;
	}
	if (!c) {
		n = add_child(t, n, place_table__get(t->places, places[backwards ? nr - 1 - i : i]));
		i++;
		if (i < used) {
			n->tail = &places[backwards ? nr - 1 - i : i];
			n->nr_tail = (used - i) & MAX_TAIL;
			n->backwards = backwards;
		}
	} else if (n->nr_tail) {
		unfold_one(t, n);
	}
	n->hit += period;
	n->count += count;
	if (used < nr)
		n->cut = t->cut = true;
}

void call_tree__walk(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards,
		     void (*fn)(void *ctx, struct call_node *node, size_t i), void *ctx)
{
	struct call_node *n = node_at(t, 0);
	size_t i;

	for (i = 0; i < nr && i < t->depth; i++) {
		if (n->nr_tail)
			unfold_one(t, n);
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

	t->finished = true;
	for (i = t->nr; i-- > 1;) {
		struct call_node *n = node_at(t, i);

		n->parent->children_hit += call_node__total(n);
		n->parent->children_count += call_node__total_count(n);
	}
	for (i = 0; i < t->nr; i++)
		if (node_at(t, i)->nr_children > 1)
			qsort(node_at(t, i)->list, node_at(t, i)->nr_children, sizeof(struct call_node *), compare_children);
}

const struct call_node *call_tree__root(const struct call_tree *t)
{
	return node_at(t, 0);
}

const struct call_node *call_node__run_end(const struct call_node *n)
{
	while (n->nr_children == 1 && !n->count)
		n = n->only;
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
	while (n->place && n->nr_children == 1 && !n->count)
		n = n->only;
	if (n->nr_children) {
		by_place = xmemdup(call_node__children(n), n->nr_children * sizeof(*by_place));
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

	walk_ends(&w, node_at(t, 0));
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
