// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/call-tree.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"

/* A chain of the tree, or a note that is taken along one. */
struct tree_chain {
	const uint32_t *places;		/* from the root of what is drawn on */
	uint32_t nr : 29;
	uint32_t backwards : 1;		/* it is read backwards from there */
	uint32_t cut : 1;		/* it is longer */
	uint32_t is_note : 1;
	union {
		uint64_t period;
		const void *note;
	};
	uint64_t count;
};

#define MAX_CHAIN	((1U << 29) - 1)

/* Chains that go on to the same place. */
struct branch {
	uint32_t place, nr;		/* how many, notes included */
	uint64_t total;			/* of their periods */
	uint32_t first;			/* where they go in the list of chains */
	bool is_one;			/* some of them are more than notes */
};

struct call_tree {
	const struct place_table *places;
	struct arena arena;
	struct call_node root;
	struct tree_chain *chains;
	size_t nr, cap, depth;		/* @depth: places of a chain that are added */
	uint64_t least;
	call_note_fn note;
	void *note_ctx;
	bool cut;
	/* While a node is unfolded: for each of its chains the number of its branch, and a copy; the branches; what they are found by. */
	uint32_t *which;
	struct tree_chain *copy;
	size_t cap_which;
	struct branch *branches;
	size_t nr_branches, cap_branches;
	uint32_t *slots;		/* number + 1 */
};

#define NO_BRANCH	UINT32_MAX

struct call_tree *call_tree__new(const struct place_table *places)
{
	struct call_tree *t = xzalloc(sizeof(*t));

	t->places = places;
	t->depth = SIZE_MAX;
	return t;
}

void call_tree__delete(struct call_tree *t)
{
	if (!t)
		return;
	free(t->chains);
	free(t->which);
	free(t->copy);
	free(t->branches);
	free(t->slots);
	arena__exit(&t->arena);
	free(t);
}

void call_tree__set_depth(struct call_tree *t, size_t depth)
{
	t->depth = depth ? depth : SIZE_MAX;
}

void call_tree__set_least(struct call_tree *t, uint64_t least)
{
	t->least = least;
}

bool call_tree__is_cut(const struct call_tree *t)
{
	return t->cut;
}

static struct tree_chain *add(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards)
{
	size_t used = nr < t->depth ? nr : t->depth;
	struct tree_chain *c;

	GROW(t->chains, t->nr, t->cap);
	c = &t->chains[t->nr++];
	*c = (struct tree_chain){ .places = backwards ? places + nr - 1 : places, .nr = used & MAX_CHAIN, .backwards = backwards,
				  .cut = used < nr };
	return c;
}

void call_tree__add(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards,
		    uint64_t period, uint64_t count)
{
	struct tree_chain *c;

	if (!nr)
		return;
	c = add(t, places, nr, backwards);
	c->period = period;
	c->count = count;
	t->cut |= c->cut;
	t->root.children_hit += period;
	t->root.children_count += count;
}

void call_tree__set_notes(struct call_tree *t, call_note_fn fn, void *ctx)
{
	t->note = fn;
	t->note_ctx = ctx;
}

void call_tree__add_note(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards, const void *note)
{
	struct tree_chain *c;

	if (!nr)
		return;
	c = add(t, places, nr, backwards);
	c->is_note = true;
	c->note = note;
}

void *call_tree__zalloc(struct call_tree *t, size_t size)
{
	return arena__zalloc(&t->arena, size);
}

static inline uint32_t place_at(const struct tree_chain *c, uint32_t depth)
{
	return c->backwards ? *(c->places - depth) : c->places[depth];
}

/* Room to find the branches of @nr chains. Returns the mask of their slots, which are free. */
static size_t make_scratch(struct call_tree *t, size_t nr)
{
	size_t slots = 16;

	while (slots < 2 * nr)
		slots *= 2;
	if (nr > t->cap_which) {
		t->cap_which = nr;
		t->which = xreallocarray(t->which, nr, sizeof(*t->which));
		t->copy = xreallocarray(t->copy, nr, sizeof(*t->copy));
		t->slots = xreallocarray(t->slots, slots, sizeof(*t->slots));
	}
	memset(t->slots, 0, slots * sizeof(*t->slots));
	t->nr_branches = 0;
	return slots - 1;
}

/* The number of the branch to @place, whose slots are those under @mask. */
static uint32_t branch_to(struct call_tree *t, uint32_t place, size_t mask)
{
	size_t i = hash_u64(place) & mask;

	while (t->slots[i] && t->branches[t->slots[i] - 1].place != place)
		i = (i + 1) & mask;
	if (!t->slots[i]) {
		GROW(t->branches, t->nr_branches, t->cap_branches);
		t->branches[t->nr_branches++] = (struct branch){ .place = place };
		t->slots[i] = (uint32_t)t->nr_branches;
	}
	return t->slots[i] - 1;
}

/* Finds out where the chains of @n go on: t->branches, in the order in which they come up, and t->which. */
static void find_branches(struct call_tree *t, const struct call_node *n)
{
	const struct tree_chain *chains = t->chains + n->first, *c;
	const size_t mask = make_scratch(t, n->nr);
	uint32_t last = NO_BRANCH, i;

	for (i = 0; i < n->nr; i++) {
		c = &chains[i];
		if (c->nr <= n->depth) {
			t->which[i] = NO_BRANCH;
			continue;
		}
		if (last == NO_BRANCH || t->branches[last].place != place_at(c, n->depth))
			last = branch_to(t, place_at(c, n->depth), mask);
		t->which[i] = last;
		t->branches[last].nr++;
		t->branches[last].total += c->is_note ? 0 : c->period;
		t->branches[last].is_one |= !c->is_note;
	}
}

/* Puts chains of the same branch one behind the other, in the order that they have. Those that go on nowhere come last. */
static void sort_chains(struct call_tree *t, const struct call_node *n)
{
	struct tree_chain *chains = t->chains + n->first;
	uint32_t at = 0, i, b;

	for (b = 0; b < t->nr_branches; b++) {
		t->branches[b].first = at;
		at += t->branches[b].nr;
	}
	if (t->nr_branches == 1 && at == n->nr)
		return;
	memcpy(t->copy, chains, n->nr * sizeof(*chains));
	for (i = 0; i < n->nr; i++)
		chains[t->which[i] == NO_BRANCH ? at++ : t->branches[t->which[i]].first++] = t->copy[i];
	for (b = 0; b < t->nr_branches; b++)
		t->branches[b].first -= t->branches[b].nr;
}

/* The new child at @c, of @parent. */
static void make_child(struct call_tree *t, struct call_node *c, struct call_node *parent, const struct branch *b)
{
	const struct tree_chain *chain = t->chains + parent->first + b->first, *const end = chain + b->nr;

	*c = (struct call_node){ .place = place_table__get(t->places, b->place), .parent = parent, .first = parent->first + b->first,
				 .nr = b->nr, .depth = (parent->depth + 1U) & MAX_CHAIN };
	for (; chain < end; chain++) {
		if (chain->is_note) {
			t->note(t->note_ctx, t, c, parent->depth, chain->note);
		} else if (chain->nr == c->depth) {
			c->hit += chain->period;
			c->count += chain->count;
			c->cut |= chain->cut;
		} else {
			c->children_hit += chain->period;
			c->children_count += chain->count;
		}
	}
}

static int compare_children(const void *va, const void *vb)
{
	const struct call_node *a = va, *b = vb;
	uint64_t x = call_node__total(a), y = call_node__total(b);

	if (x != y)
		return x > y ? -1 : 1;
	return place__compare(a->place, b->place);
}

static void make_children(struct call_tree *t, struct call_node *n)
{
	uint32_t nr_large = 0, small = 0, b;

	n->unfolded = true;
	find_branches(t, n);
	sort_chains(t, n);
	for (b = 0; b < t->nr_branches; b++) {
		n->nr_children += t->branches[b].is_one;
		small += t->branches[b].is_one && t->branches[b].total >= t->least;
	}
	n->children = arena__alloc(&t->arena, n->nr_children * sizeof(*n->children));
	for (b = 0; b < t->nr_branches; b++)
		if (t->branches[b].is_one)
			make_child(t, &n->children[t->branches[b].total >= t->least ? nr_large++ : small++], n, &t->branches[b]);
	if (nr_large > 1)
		qsort(n->children, nr_large, sizeof(*n->children), compare_children);
}

void call_tree__unfold(struct call_tree *t, struct call_node *n)
{
	for (;; n = n->children) {
		if (!n->unfolded)
			make_children(t, n);
		if (n->nr_children != 1 || n->count)
			break;
	}
}

void call_tree__finish(struct call_tree *t)
{
	t->root.nr = (uint32_t)t->nr;
	if (t->nr)
		make_children(t, &t->root);
}

const struct call_node *call_tree__root(const struct call_tree *t)
{
	return &t->root;
}

const struct call_node *call_node__run_end(const struct call_node *n)
{
	while (n->nr_children == 1 && !n->count)
		n = n->children;
	return n;
}
