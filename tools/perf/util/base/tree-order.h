/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of a red-black tree that is only filled and read: part of the file that says what comes first, which is asked for each step. */
#ifndef PERF_BASE_TREE_ORDER_H
#define PERF_BASE_TREE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/base/alloc.h"

struct tree_order_node {
	struct tree_order_node *left, *right, *parent;
	bool red;
	uint32_t number;
};

struct tree_order {
	struct tree_order_node *root;
};

static inline void tree_order__replace_child(struct tree_order *t, struct tree_order_node *parent, struct tree_order_node *old,
					     struct tree_order_node *new)
{
	if (!parent)
		t->root = new;
	else if (parent->left == old)
		parent->left = new;
	else
		parent->right = new;
	new->parent = parent;
}

static inline void tree_order__rotate_left(struct tree_order *t, struct tree_order_node *n)
{
	struct tree_order_node *r = n->right;

	n->right = r->left;
	if (r->left)
		r->left->parent = n;
	tree_order__replace_child(t, n->parent, n, r);
	r->left = n;
	n->parent = r;
}

static inline void tree_order__rotate_right(struct tree_order *t, struct tree_order_node *n)
{
	struct tree_order_node *l = n->left;

	n->left = l->right;
	if (l->right)
		l->right->parent = n;
	tree_order__replace_child(t, n->parent, n, l);
	l->right = n;
	n->parent = l;
}

/* The textbook's repair after an insertion. */
static inline void tree_order__repair(struct tree_order *t, struct tree_order_node *n)
{
	while (n->parent && n->parent->red) {
		struct tree_order_node *parent = n->parent, *grand = parent->parent;
		bool left = parent == grand->left;
		struct tree_order_node *uncle = left ? grand->right : grand->left;

		if (uncle && uncle->red) {
			parent->red = uncle->red = false;
			grand->red = true;
			n = grand;
			continue;
		}
		if (n == (left ? parent->right : parent->left)) {
			(left ? tree_order__rotate_left : tree_order__rotate_right)(t, parent);
			n = parent;
			parent = n->parent;
		}
		parent->red = false;
		grand->red = true;
		(left ? tree_order__rotate_right : tree_order__rotate_left)(t, grand);
	}
	t->root->red = false;
}

static inline struct tree_order_node *tree_order__leftmost(struct tree_order_node *n)
{
	while (n && n->left)
		n = n->left;
	return n;
}

static inline struct tree_order_node *tree_order__next(struct tree_order_node *n)
{
	if (n->right)
		return tree_order__leftmost(n->right);
	while (n->parent && n == n->parent->right)
		n = n->parent;
	return n->parent;
}

/*
 * Puts @nr numbers in the order in which a red-black tree has them that is filled with them one by one. Where @before,
 * which tells whether @a comes before @b, is an order, that is this order; where it contradicts itself, it is what
 * programs show that keep such a tree. @ctx is for it.
 */
static inline __attribute__((always_inline)) void tree_order__sort(uint32_t *numbers, size_t nr,
		bool (*before)(const void *ctx, uint32_t a, uint32_t b), const void *ctx)
{
	struct tree_order_node *nodes = xcalloc(nr, sizeof(*nodes)), *n, *parent, **link;
	struct tree_order t = { .root = NULL };
	size_t i;

	for (i = 0; i < nr; i++) {
		parent = NULL;
		for (link = &t.root; *link; link = before(ctx, numbers[i], parent->number) ? &parent->left : &parent->right)
			parent = *link;
		nodes[i] = (struct tree_order_node){ .parent = parent, .red = true, .number = numbers[i] };
		*link = &nodes[i];
		tree_order__repair(&t, &nodes[i]);
	}
	for (i = 0, n = tree_order__leftmost(t.root); n; n = tree_order__next(n))
		numbers[i++] = n->number;
	free(nodes);
}

#endif /* PERF_BASE_TREE_ORDER_H */
