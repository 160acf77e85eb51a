// SPDX-License-Identifier: GPL-2.0-only
/* Where the chains and stems of a node of a call tree go on. */
#include "util/stacks/call-tree-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

#define NO_BRANCH	UINT32_MAX

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

/*
 * The stems that the stems of @n go on to, which go to the end of the list: those of the root are the first. Returns how many there are. Behind
 * the depth at which chains are cut there are none.
 */
static uint32_t list_next_stems(struct call_tree *t, const struct call_node *n, size_t *ret_first)
{
	uint32_t i, s;

	*ret_first = n->depth ? t->nr_listed : 0;
	for (i = 0; n->depth && n->depth < t->depth && i < n->nr_stems; i++)
		for (s = t->stems[t->stem_list[n->first_stem + i]].child; s; s = t->stems[s].next)
			if (t->stems[s].stacks)
				call_tree__list_stem(t, s);
	return (uint32_t)(t->nr_listed - *ret_first);
}

/* Puts the @nr stems from @first on in the order of their branches, which they make if there are no others; @which: one for each. */
static void sort_stems(struct call_tree *t, size_t first, uint32_t nr, size_t mask, uint32_t *which)
{
	uint32_t *copy, at = (uint32_t)first, i, b;

	for (i = 0; i < nr; i++) {
		const struct call_stem *s = &t->stems[t->stem_list[first + i]];
		struct branch *to;

		which[i] = branch_to(t, s->place, mask);
		to = &t->branches[which[i]];
		to->nr_stems++;
		to->total += s->all_period;
		to->stacks += s->stacks;
	}
	for (b = 0; b < t->nr_branches; b++) {
		t->branches[b].first_stem = at;
		at += t->branches[b].nr_stems;
	}
	copy = xmemdup(t->stem_list + first, nr * sizeof(*copy));
	for (i = 0; i < nr; i++)
		t->stem_list[t->branches[which[i]].first_stem++] = copy[i];
	for (b = 0; b < t->nr_branches; b++)
		t->branches[b].first_stem -= t->branches[b].nr_stems;
	free(copy);
}

/* Finds out where the chains and stems of @n go on: t->branches, in the order in which they come up, and t->which. */
static void find_branches(struct call_tree *t, const struct call_node *n)
{
	size_t first_stem;
	const uint32_t nr_stems = t->stems ? list_next_stems(t, n, &first_stem) : 0;
	const struct tree_chain *chains = t->chains + n->first, *c;
	const size_t mask = make_scratch(t, (size_t)n->nr + nr_stems);
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
		t->branches[last].stacks += c->is_note ? 0 : c->is_minus ? UINT32_MAX : 1;
	}
	if (nr_stems)
		sort_stems(t, first_stem, nr_stems, mask, t->which + n->nr);
}

/* Puts chains of the same branch one behind the other, in the order that they have. Those that go on nowhere come last. */
static void sort_chains(struct call_tree *t, const struct call_node *n)
{
	struct tree_chain *chains;
	uint32_t at = 0, i, b;

	for (b = 0; b < t->nr_branches; b++) {
		t->branches[b].first = at;
		at += t->branches[b].nr;
	}
	/* A tree of stems alone has no chains at all. */
	if (!n->nr || (t->nr_branches == 1 && at == n->nr))
		return;
	chains = t->chains + n->first;
	memcpy(t->copy, chains, n->nr * sizeof(*chains));
	for (i = 0; i < n->nr; i++)
		chains[t->which[i] == NO_BRANCH ? at++ : t->branches[t->which[i]].first++] = t->copy[i];
	for (b = 0; b < t->nr_branches; b++)
		t->branches[b].first -= t->branches[b].nr;
}

/* Adds the numbers of the stems of @c. Returns how many of their stacks are longer than what is added of them. */
static uint32_t add_stems(const struct call_tree *t, struct call_node *c)
{
	const bool last = c->depth == t->depth;
	uint32_t longer = 0, i;

	for (i = 0; i < c->nr_stems; i++) {
		const struct call_stem *s = &t->stems[t->stem_list[c->first_stem + i]];

		c->hit += last ? s->all_period : s->period;
		c->count += last ? s->all_nr : s->nr;
		c->children_hit += last ? 0 : s->all_period - s->period;
		c->children_count += last ? 0 : s->all_nr - s->nr;
		longer += last ? s->stacks - s->ends : 0;
	}
	return longer;
}

/* The new child at @c, of @parent. */
static void make_child(struct call_tree *t, struct call_node *c, struct call_node *parent, const struct branch *b)
{
	const struct tree_chain *chain = t->chains + parent->first + b->first, *const end = chain + b->nr;
	uint32_t longer;

	*c = (struct call_node){ .place = place_table__get(t->places, b->place), .parent = parent, .first = parent->first + b->first,
				 .nr = b->nr, .first_stem = b->first_stem, .nr_stems = b->nr_stems, .depth = (parent->depth + 1U) & MAX_CHAIN };
	longer = add_stems(t, c);
	for (; chain < end; chain++) {
		if (chain->is_note) {
			t->note(t->note_ctx, t, c, parent->depth, chain->note);
		} else if (chain->nr == c->depth) {
			c->hit += chain->period;
			c->count += chain->count;
			longer += !chain->cut ? 0 : chain->is_minus ? UINT32_MAX : 1;
		} else {
			c->children_hit += chain->period;
			c->children_count += chain->count;
		}
	}
	c->cut = longer > 0;
}

static int compare_children(const void *va, const void *vb)
{
	const struct call_node *a = va, *b = vb;
	uint64_t x = call_node__total(a), y = call_node__total(b);

	if (x != y)
		return x > y ? -1 : 1;
	return place__compare(a->place, b->place);
}

void call_tree__branch(struct call_tree *t, struct call_node *n)
{
	uint32_t all = 0, large = 0, b;
	uint64_t least;

	n->unfolded = true;
	find_branches(t, n);
	sort_chains(t, n);
	for (b = 0; b < t->nr_branches; b++) {
		all += t->branches[b].stacks > 0;
		large += t->branches[b].stacks && t->branches[b].total >= t->least;
	}
	/* The only one goes on where a run does, however small it is. */
	least = all == 1 ? 0 : t->least;
	n->forks = all > 1;
	n->children = arena__alloc(&t->arena, (all == 1 ? 1 : large) * sizeof(*n->children));
	for (b = 0; b < t->nr_branches; b++)
		if (t->branches[b].stacks && t->branches[b].total >= least)
			make_child(t, &n->children[n->nr_children++], n, &t->branches[b]);
	if (n->nr_children > 1)
		qsort(n->children, n->nr_children, sizeof(*n->children), compare_children);
}

void call_tree__unfold(struct call_tree *t, struct call_node *n)
{
	for (;; n = n->children) {
		if (!n->unfolded)
			call_tree__branch(t, n);
		if (n->nr_children != 1 || n->forks || n->count)
			break;
	}
}
