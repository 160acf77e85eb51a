// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of rows. It must be perf's, ties included, and perf's comparison is no order in the strict
 * sense: rows of equal overhead are compared by the depth of their chains only if they began with the
 * same thread, and addresses of rows without a symbol by a difference that wraps. What comes out then
 * depends on how the rows were put together: in red-black trees, first by key as they came, then that
 * once more, then by what they are ordered by. So the same is done here.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/hist.h"

static int compare_values(const struct column *col, const struct hist_entry *a, const struct hist_entry *b,
			  unsigned int member)
{
	const struct hist_stat *x = col->acc && a->acc ? a->acc : a->self;
	const struct hist_stat *y = col->acc && b->acc ? b->acc : b->self;
	uint64_t v = col->value(&x[member]), w = col->value(&y[member]);

	return v > w ? 1 : v < w ? -1 : 0;
}

static unsigned int order_member(const struct hist *h)
{
	return h->hists->opts.group_sort < h->nr_members ? h->hists->opts.group_sort : 0;
}

/* > 0: @a is shown before @b. */
static int order_number(const struct hist *h, const struct column *col, const struct hist_entry *a,
			const struct hist_entry *b)
{
	unsigned int first = col->acc ? 0 : order_member(h), i;
	int r = compare_values(col, a, b, first);

	if (r)
		return r;
	if (col->acc) {
		if (!a->acc || !h->hists->opts.use_chains || a->pid != b->pid || a->tid != b->tid)
			return 0;
		r = a->max_depth > b->max_depth ? 1 : a->max_depth < b->max_depth ? -1 : 0;
		return h->hists->opts.graph.caller ? r : -r;
	}
	/* The leader does not count once another member was asked for. */
	for (i = 1; !r && i < h->nr_members; i++)
		r = compare_values(col, a, b, i);
	return r;
}

int hist_entry__order_numbers(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct columns *c = h->hists->columns;
	size_t i;
	int r = 0;

	for (i = 0; !r && i < c->nr_order; i++)
		if (c->order[i]->value)
			r = order_number(h, c->order[i], a, b);
	return r;
}

/* What rows are ordered by: of a table's columns those that count. Asked for once a table, not at each comparison. */
struct order {
	const struct column **columns;
	size_t nr;
};

static struct order find_order(const struct columns *c)
{
	struct order o = { .columns = xcalloc(c->nr_order + 1, sizeof(*o.columns)) };
	size_t i;

	for (i = 0; i < c->nr_order; i++)
		if (!columns__is_elided(c, c->order[i]))
			o.columns[o.nr++] = c->order[i];
	return o;
}

static int order_rows(const struct hist *h, const struct order *o, const struct hist_entry *a, const struct hist_entry *b)
{
	size_t i;
	int r = 0;

	for (i = 0; !r && i < o->nr; i++) {
		const struct column *col = o->columns[i];

		if (col->value)
			r = order_number(h, col, a, b);
		else
			r = column__order(col, h, a, b);
	}
	return r;
}

/* --- a red-black tree that is only filled and read ------------------------------------------------ */

struct node {
	struct node *left, *right, *parent;
	bool red;
	struct hist_entry *entry;
};

struct tree {
	struct node *root;
	const struct hist *h;
	struct order order;
	/* Does @a come before @b, which is in the tree already? */
	bool (*before)(const struct tree *t, const struct hist_entry *a, const struct hist_entry *b);
};

static void replace_child(struct tree *t, struct node *parent, struct node *old, struct node *new)
{
	if (!parent)
		t->root = new;
	else if (parent->left == old)
		parent->left = new;
	else
		parent->right = new;
	new->parent = parent;
}

static void rotate_left(struct tree *t, struct node *n)
{
	struct node *r = n->right;

	n->right = r->left;
	if (r->left)
		r->left->parent = n;
	replace_child(t, n->parent, n, r);
	r->left = n;
	n->parent = r;
}

static void rotate_right(struct tree *t, struct node *n)
{
	struct node *l = n->left;

	n->left = l->right;
	if (l->right)
		l->right->parent = n;
	replace_child(t, n->parent, n, l);
	l->right = n;
	n->parent = l;
}

/* The textbook's repair after an insertion. */
static void repair(struct tree *t, struct node *n)
{
	while (n->parent && n->parent->red) {
		struct node *parent = n->parent, *grand = parent->parent;
		bool left = parent == grand->left;
		struct node *uncle = left ? grand->right : grand->left;

		if (uncle && uncle->red) {
			parent->red = uncle->red = false;
			grand->red = true;
			n = grand;
			continue;
		}
		if (n == (left ? parent->right : parent->left)) {
			(left ? rotate_left : rotate_right)(t, parent);
			n = parent;
			parent = n->parent;
		}
		parent->red = false;
		grand->red = true;
		(left ? rotate_right : rotate_left)(t, grand);
	}
	t->root->red = false;
}

static void insert(struct tree *t, struct node *n)
{
	struct node **link = &t->root, *parent = NULL;

	while (*link) {
		parent = *link;
		link = t->before(t, n->entry, parent->entry) ? &parent->left : &parent->right;
	}
	n->parent = parent;
	n->red = true;
	*link = n;
	repair(t, n);
}

static struct node *leftmost(struct node *n)
{
	while (n && n->left)
		n = n->left;
	return n;
}

static struct node *next(struct node *n)
{
	if (n->right)
		return leftmost(n->right);
	while (n->parent && n == n->parent->right)
		n = n->parent;
	return n->parent;
}

static bool before_by_key(const struct tree *t, const struct hist_entry *a, const struct hist_entry *b)
{
	return columns__compare(t->h->hists->columns, t->h, a, b) < 0;
}

static bool before_in_text(const struct tree *t, const struct hist_entry *a, const struct hist_entry *b)
{
	return order_rows(t->h, &t->order, a, b) > 0;
}

void hist__sort(struct hist *h)
{
	bool (*const stages[])(const struct tree *, const struct hist_entry *, const struct hist_entry *) = {
		before_by_key, before_by_key, before_in_text
	};
	struct node *nodes, *n;
	struct order order;
	size_t stage, i;

	if (h->nr < 2)
		return;
	order = find_order(h->hists->columns);
	nodes = xcalloc(h->nr, sizeof(*nodes));
	for (stage = 0; stage < ARRAY_SIZE(stages); stage++) {
		struct tree t = { .h = h, .order = order, .before = stages[stage] };

		for (i = 0; i < h->nr; i++) {
			nodes[i] = (struct node){ .entry = h->entries[i] };
			insert(&t, &nodes[i]);
		}
		for (i = 0, n = leftmost(t.root); n; n = next(n))
			h->entries[i++] = n->entry;
	}
	free(nodes);
	free(order.columns);
	/* The rows have moved: their hash table is of no use any more. */
	zfree(&h->slots);
	zfree(&h->hashes);
	h->nr_slots = 0;
}
