// SPDX-License-Identifier: GPL-2.0-only
#include "util/decay/live-tree.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/rows/hist-rows.h"
#include "util/rows/hist.h"

/*
 * A stack goes when it is less than such a part of all, and no whole sample. Of samples that come at a steady rate, and become 7/8 each
 * time, those that are gone would still be half of a percent of all; to keep them would take two and a half times the memory.
 */
#define NEGLIGIBLE_STACK	8000000
#define NEGLIGIBLE_ROW		1000000

/* --- what is looked up --------------------------------------------------------------------------------------- */

struct root_key {
	const struct live_tree *t;
	const struct sample_key *key;
};

static inline uint64_t live_roots__hash(struct root_key k)
{
	const struct sample_key *key = k.key;
	uint64_t hash = hash_combine((uintptr_t)key->evsel ^ (uintptr_t)key->cells << 7, (uintptr_t)key->comm);

	return hash_combine(hash_combine(hash, (uint64_t)key->pid << 32 | key->tid), (uint64_t)key->cpu << 1 | key->filtered);
}

static inline bool live_roots__is(uint32_t number, struct root_key k)
{
	return !memcmp(&live_tree__root(k.t, number)->key, k.key, sizeof(*k.key));
}

static inline uint64_t live_roots__hash_of(uint32_t number, struct root_key any)
{
	return live_roots__hash((struct root_key){ any.t, &live_tree__root(any.t, number)->key });
}

HASH_NUMBERS_FUNCTIONS(live_roots, struct root_key)

/* Of a node: where it hangs, and its place. The root is the parent's, but for those that have none. */
struct node_key {
	const struct live_tree *t;
	uint32_t parent, root, place, drawn;
};

static inline uint64_t live_nodes__hash(struct node_key k)
{
	return hash_combine((uint64_t)k.parent << 32 | k.place, k.root);
}

static inline bool live_nodes__is(uint32_t number, struct node_key k)
{
	const struct live_node *n = live_tree__node(k.t, number);

	return n->parent == k.parent && n->place == k.place && n->drawn == k.drawn && n->root == k.root;
}

static inline uint64_t live_nodes__hash_of(uint32_t number, struct node_key any)
{
	const struct live_node *n = live_tree__node(any.t, number);

	return live_nodes__hash((struct node_key){ any.t, n->parent, n->root, n->place, n->drawn });
}

HASH_NUMBERS_FUNCTIONS(live_nodes, struct node_key)

struct leaf_key {
	const struct live_tree *t;
	uint32_t node, root, place;
};

static inline uint64_t live_leaves__hash(struct leaf_key k)
{
	return hash_combine((uint64_t)k.node << 32 | k.place, k.root);
}

static inline bool live_leaves__is(uint32_t number, struct leaf_key k)
{
	const struct live_leaf *l = &k.t->leaves[number - 1];

	return l->node == k.node && l->place == k.place && l->root == k.root;
}

static inline uint64_t live_leaves__hash_of(uint32_t number, struct leaf_key any)
{
	const struct live_leaf *l = &any.t->leaves[number - 1];

	return live_leaves__hash((struct leaf_key){ any.t, l->node, l->root, l->place });
}

HASH_NUMBERS_FUNCTIONS(live_leaves, struct leaf_key)

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

/* Beside the others of its parent. Those without one are found through the rows. */
static void link_stem(const struct live_tree *t, uint32_t number)
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
		link_stem(t, number);
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

static void take_stack(const struct live_tree *t, const struct live_leaf *l)
{
	uint32_t number;

	t->stems[l->node].ends--;
	for (number = l->node; number; number = live_tree__node(t, number)->parent)
		t->stems[number].stacks--;
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

/* --- what goes ----------------------------------------------------------------------------------------------- */

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

		link_stem(t, n);
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
