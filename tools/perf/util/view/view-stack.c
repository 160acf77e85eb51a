// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/view-stack.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/view/view.h"

static void add(struct view_stack *s, const struct place *p)
{
	GROW(s->frames, s->nr, s->cap);
	s->frames[s->nr++] = p;
}

static void reverse(struct view_stack *s, size_t nr)
{
	size_t i;

	for (i = 0; i < nr / 2; i++) {
		const struct place *p = s->frames[i];

		s->frames[i] = s->frames[nr - 1 - i];
		s->frames[nr - 1 - i] = p;
	}
}

/* The next frame of the largest part; NULL: most stacks end here. */
static struct call_node *next(struct call_tree *t, struct call_node *n)
{
	struct call_node *c;

	call_tree__unfold(t, n);
	if (!n->nr_children)
		return NULL;
	c = n->children;
	return call_node__total(c) > n->hit || (call_node__total(c) == n->hit && !n->count) ? c : NULL;
}

void view_stack__init(struct view_stack *s, struct call_tree *t, struct call_node *n, const struct place *root, bool backwards)
{
	struct call_node *up, *down;

	*s = (struct view_stack){ 0 };
	for (up = n; up->place; up = up->parent)
		add(s, up->place);
	if (root)
		add(s, root);
	reverse(s, s->nr);
	for (down = next(t, n); down; down = next(t, n)) {
		n = down;
		add(s, n->place);
	}
	if (backwards)
		reverse(s, s->nr);
	/* Longer ones that were added only up to here are not told apart. */
	s->period = n->hit;
	s->count = n->count;
}

struct call_node *view_line__frame(const struct view_line *l)
{
	struct call_node *n = l->node->first;
	uint32_t i;

	for (i = 0; i < l->frame && n != l->node->end; i++)
		n = n->children;
	return n;
}

void view_stack__of_chosen(struct view_stack *s, struct view *v)
{
	bool backwards = v->h->hists->opts.graph.caller;
	struct call_tree *tree;
	struct view_line l;

	*s = (struct view_stack){ 0 };
	if (!v->nr)
		return;
	l = view__line(v, v->cursor);
	if (l.node) {
		view_stack__init(s, v->trees[v->rows[v->cursor.row]]->tree, view_line__frame(&l), NULL, backwards);
		return;
	}
	tree = hist_entry__tree(v->h, l.entry, 0);
	if (tree) {
		/* The root is given away as something to be read only, and its nodes must be unfolded. */
		view_stack__init(s, tree, (struct call_node *)(uintptr_t)call_tree__root(tree), NULL, backwards);
		call_tree__delete(tree);
		return;
	}
	add(s, hist_entry__place(l.entry));
	s->period = hist_entry__stat(l.entry)->period;
	s->count = hist_entry__stat(l.entry)->nr;
}

void view_stack__exit(struct view_stack *s)
{
	free(s->frames);
	*s = (struct view_stack){ 0 };
}
