// SPDX-License-Identifier: GPL-2.0-only
#include "util/decay/live-tree.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/decay/live-tree-internal.h"
#include "util/rows/hist.h"

uint32_t live_tree__root_of(struct hists *h, const struct sample_key *key)
{
	struct sample_key k = { .evsel = key->evsel, .cells = key->cells, .pid = key->pid, .tid = key->tid, .cpu = key->cpu,
				.filtered = key->filtered, .comm = h->columns->needs & NEEDS_COMM ? key->comm : NULL };
	struct live_tree *t = h->live;
	uint32_t number;
	bool is_new;

	number = live_roots__number(&t->known_roots, (struct root_key){ t, &k }, &is_new);
	if (is_new) {
		GROW(t->roots, t->nr_roots, t->cap_roots);
		t->roots[t->nr_roots++] = (struct live_root){ .key = k, .hist = h->by_evsel[k.evsel->idx], .member = h->member_of[k.evsel->idx] };
	}
	return number;
}

void live_tree__link_stem(const struct live_tree *t, uint32_t number)
{
	struct call_stem *parent = &t->stems[live_tree__node(t, number)->parent];

	t->stems[number].next = live_tree__node(t, number)->parent ? parent->child : 0;
	if (live_tree__node(t, number)->parent)
		parent->child = number;
}

uint32_t live_tree__child(struct live_tree *t, uint32_t parent, uint32_t root, uint32_t place, uint32_t drawn, bool *ret_new)
{
	uint32_t number = live_nodes__number(&t->known_nodes, (struct node_key){ t, parent, root, place, drawn }, ret_new);

	if (*ret_new) {
		GROW(t->nodes, t->nr_nodes, t->cap_nodes);
		t->nodes[t->nr_nodes++] = (struct live_node){
			.parent = parent, .root = root, .place = place, .drawn = drawn, .row = LIVE_NO_ROW,
			.depth = parent ? live_tree__node(t, parent)->depth + 1U : 1U,
		};
		GROW(t->stems, t->nr_nodes, t->cap_stems);
		/* Number 0 is what the outermost ones are added up in. */
		if (number == 1)
			t->stems[0] = (struct call_stem){ .place = 0 };
		t->stems[number] = (struct call_stem){ .place = drawn };
		live_tree__link_stem(t, number);
	}
	return number;
}

uint32_t live_tree__leaf(struct live_tree *t, uint32_t node, uint32_t root, uint32_t place, bool *ret_new)
{
	uint32_t number = live_leaves__number(&t->known_leaves, (struct leaf_key){ t, node, root, place }, ret_new);

	if (*ret_new) {
		GROW(t->leaves, t->nr_leaves, t->cap_leaves);
		t->leaves[t->nr_leaves++] = (struct live_leaf){ .node = node, .root = root, .place = place };
	}
	return number;
}

static struct live_row *row_at(const struct hists *h, uint32_t root, uint32_t row)
{
	struct live_tree *t = h->live;
	struct live_rows *rows;

	if (!t->rows)
		t->rows = xcalloc(h->nr, sizeof(*t->rows));
	rows = &t->rows[live_tree__root(t, root)->hist - h->list];
	if (row >= rows->cap) {
		size_t cap = 2 * (size_t)row + 64;

		rows->rows = xreallocarray(rows->rows, cap, sizeof(*rows->rows));
		memset(rows->rows + rows->cap, 0, (cap - rows->cap) * sizeof(*rows->rows));
		rows->cap = cap;
	}
	return &rows->rows[row];
}

void live_tree__list_node(const struct hists *h, uint32_t number)
{
	struct live_node *n = live_tree__node(h->live, number);
	struct live_row *row = row_at(h, n->root, n->row);

	n->next_of_row = row->node;
	row->node = number;
}

void live_tree__list_leaf(const struct hists *h, uint32_t number)
{
	struct live_leaf *l = live_tree__leaf_at(h->live, number);
	struct live_row *row = row_at(h, l->root, l->row);

	l->next_of_row = row->leaf;
	row->leaf = number;
}

/* A stack has samples that had none. */
static void add_stack(const struct live_tree *t, const struct live_leaf *l)
{
	uint32_t deepest = 0, number;

	t->stems[l->node].ends++;
	for (number = l->node; number; number = live_tree__node(t, number)->parent) {
		struct call_stem *s = &t->stems[number];

		s->stacks++;
		if (++deepest > s->deepest)
			s->deepest = deepest;
	}
}

void live_tree__count(struct live_tree *t, uint32_t number, uint64_t period, uint64_t nr)
{
	struct live_leaf *l = live_tree__leaf_at(t, number);
	const bool drawn = live_tree__draws(t, l);

	l->period += period;
	l->nr += nr;
	if (!live_tree__draws(t, l))
		return;
	if (!drawn)
		add_stack(t, l);
	t->stems[l->node].period += period;
	t->stems[l->node].nr += nr;
	for (number = l->node; number; number = live_tree__node(t, number)->parent) {
		t->stems[number].all_period += period;
		t->stems[number].all_nr += nr;
	}
}

void live_paths__forget(struct live_tree *t)
{
	size_t i;

	for (i = 0; i < LIVE_PATHS; i++)
		t->paths[i].root = 0;
}

void live_tree__exit(struct hists *h)
{
	struct live_tree *t = h->live;
	size_t i;

	for (i = 0; i < LIVE_PATHS; i++) {
		free(t->paths[i].frames);
		free(t->paths[i].nodes);
		free(t->paths[i].drawn);
	}
	live_roots__exit(&t->known_roots);
	live_nodes__exit(&t->known_nodes);
	live_leaves__exit(&t->known_leaves);
	free(t->roots);
	free(t->nodes);
	free(t->stems);
	free(t->leaves);
	for (i = 0; t->rows && i < h->nr; i++)
		free(t->rows[i].rows);
	free(t->rows);
	arena__exit(&t->drawn);
	*t = (struct live_tree){ .roots = NULL };
}

