// SPDX-License-Identifier: GPL-2.0-only
/* A red-black tree that is only filled and read. */
#include "util/rows/order-tree.h"

#include <stdlib.h>

#include "util/base/alloc.h"

int order_tree__depths(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct row_origin *of_a, *of_b;
	bool deeper = a->max_depth > b->max_depth;

	if (a->max_depth == b->max_depth)
		return 0;
	of_a = hist_entry__origin(a);
	of_b = hist_entry__origin(b);
	if (of_a != of_b && (of_a->pid != of_b->pid || of_a->tid != of_b->tid))
		return 0;
	return deeper == h->hists->opts.graph.caller ? 1 : -1;
}

struct node {
	struct node *left, *right, *parent;
	bool red;
	uint32_t number;		/* of its row */
	const struct hist_entry *row;
};

struct tree {
	struct node *root;
	const struct hist *h;
	const uint32_t *ranks;		/* of each row one rank for all that comes before depth is asked for, one for what follows, and so on */
	size_t nr_ranks;
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

/* Does the row of @a come before that of @b, which is in the tree already? */
static bool comes_before(const struct tree *t, const struct node *a, const struct node *b)
{
	const uint32_t *x = &t->ranks[a->number * t->nr_ranks], *y = &t->ranks[b->number * t->nr_ranks];
	size_t i;
	int r;

	for (i = 0; i < t->nr_ranks; i++) {
		if (x[i] != y[i])
			return x[i] < y[i];
		r = i + 1 < t->nr_ranks ? order_tree__depths(t->h, a->row, b->row) : 0;
		if (r)
			return r > 0;
	}
	return false;
}

static void insert(struct tree *t, struct node *n)
{
	struct node **link = &t->root, *parent = NULL;

	while (*link) {
		parent = *link;
		link = comes_before(t, n, parent) ? &parent->left : &parent->right;
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

void order_tree__sort(struct hist *h, const uint32_t *ranks, size_t nr_ranks)
{
	struct tree t = { .h = h, .ranks = ranks, .nr_ranks = nr_ranks };
	struct node *nodes = xcalloc(h->nr, sizeof(*nodes)), *n;
	uint32_t *sorted = xcalloc(h->nr, sizeof(*sorted));
	size_t i;

	for (i = 0; i < h->nr; i++) {
		nodes[i].number = h->order ? h->order[i] : (uint32_t)i;
		nodes[i].row = hist__row(h, nodes[i].number);
		insert(&t, &nodes[i]);
	}
	for (i = 0, n = leftmost(t.root); n; n = next(n))
		sorted[i++] = n->number;
	free(nodes);
	free(h->order);
	h->order = sorted;
}
