// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/call-tree-internal.h"

#include <stdlib.h>

#include "util/base/alloc.h"

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
	free(t->stem_list);
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

void call_tree__take_out(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards, uint64_t period, uint64_t count)
{
	struct tree_chain *c = add(t, places, nr, backwards);

	/* Sums are modulo 2^64, and end where they are not negative. */
	c->period = 0 - period;
	c->count = 0 - count;
	c->is_minus = true;
	t->root.children_hit -= period;
	t->root.children_count -= count;
}

void call_tree__set_stems(struct call_tree *t, const struct call_stem *stems)
{
	t->stems = stems;
}

void call_tree__list_stem(struct call_tree *t, uint32_t number)
{
	GROW(t->stem_list, t->nr_listed, t->cap_listed);
	t->stem_list[t->nr_listed++] = number;
}

void call_tree__add_stem(struct call_tree *t, uint32_t number)
{
	const struct call_stem *s = &t->stems[number];

	call_tree__list_stem(t, number);
	t->cut |= s->deepest > t->depth;
	t->root.children_hit += s->all_period;
	t->root.children_count += s->all_nr;
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

void call_tree__finish(struct call_tree *t)
{
	t->root.nr = (uint32_t)t->nr;
	if (t->nr || t->nr_listed)
		call_tree__branch(t, &t->root);
}

const struct call_node *call_tree__root(const struct call_tree *t)
{
	return &t->root;
}

const struct call_node *call_node__run_end(const struct call_node *n)
{
	while (n->nr_children == 1 && !n->forks && !n->count)
		n = n->children;
	return n;
}
