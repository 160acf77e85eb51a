// SPDX-License-Identifier: GPL-2.0-only
/* A red-black tree that is only filled and read. */
#include "util/base/tree-order.h"

#include <stdlib.h>

#include "util/base/alloc.h"

struct node {
	struct node *left, *right, *parent;
	bool red;
	uint32_t number;
};

struct tree {
	struct node *root;
	bool (*before)(const void *ctx, uint32_t a, uint32_t b);
	const void *ctx;
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
		link = t->before(t->ctx, n->number, parent->number) ? &parent->left : &parent->right;
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

void tree_order__sort(uint32_t *numbers, size_t nr, bool (*before)(const void *ctx, uint32_t a, uint32_t b), const void *ctx)
{
	struct tree t = { .before = before, .ctx = ctx };
	struct node *nodes = xcalloc(nr, sizeof(*nodes)), *n;
	size_t i;

	for (i = 0; i < nr; i++) {
		nodes[i].number = numbers[i];
		insert(&t, &nodes[i]);
	}
	for (i = 0, n = leftmost(t.root); n; n = next(n))
		numbers[i++] = n->number;
	free(nodes);
}
