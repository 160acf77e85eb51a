// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/view-nodes.h"

#include "util/base/alloc.h"

struct view_tree *view_tree__new(const struct hist *h, const struct hist_entry *e)
{
	struct view_tree *t = xzalloc(sizeof(*t));

	t->h = h;
	if (h->hists->opts.graph.mode != GRAPH_NONE)
		t->tree = hist_entry__tree(h, e, 0);
	t->root.of = hist_entry__stat(e)->period;
	t->least_of = hist__total(h, 0);
	return t;
}

struct view_tree *view_tree__of(const struct hist *h, struct call_tree *tree, uint64_t period)
{
	struct view_tree *t = xzalloc(sizeof(*t));

	t->h = h;
	t->tree = tree;
	t->root.of = t->least_of = period;
	t->no_trunk = true;
	return t;
}

void view_tree__delete(struct view_tree *t)
{
	if (!t)
		return;
	call_tree__delete(t->tree);
	arena__exit(&t->arena);
	free(t->lines);
	free(t);
}

/* What a branch below @n must have to be shown, as in the text. */
static uint64_t smallest(const struct view_tree *t, const struct call_node *n)
{
	return graph_opts__least(&t->h->hists->opts.graph, n->children_hit, t->least_of);
}

static void init_node(struct view_tree *t, struct view_node *n, struct view_node *parent, struct call_node *first)
{
	const struct call_node *c;

	call_tree__unfold(t->tree, first);
	n->first = first;
	n->end = call_node__run_end(first);
	n->parent = parent == &t->root ? NULL : parent;
	n->depth = n->parent ? parent->depth + 1 : 0;
	for (n->nr_frames = 1, c = first; c != n->end; c = c->children)
		n->nr_frames++;
	n->nr_frames += n->end->cut;
}

/* The branches of @from, as children of @n. */
static void add_children(struct view_tree *t, struct view_node *n, const struct call_node *from)
{
	const struct graph_opts *g = &t->h->hists->opts.graph;
	uint64_t min = smallest(t, from);
	uint32_t i, nr = 0;

	n->children = arena__zalloc(&t->arena, from->nr_children * sizeof(*n->children));
	for (i = 0; i < from->nr_children; i++) {
		struct call_node *c = &from->children[i];

		if (call_node__total(c) < min)
			continue;
		init_node(t, &n->children[nr], n, c);
		n->children[nr].of = g->mode == GRAPH_REL ? (n == &t->root ? t->root.of : from->children_hit) :
			hist__total(t->h, 0);
		if (++nr == g->print_limit)
			break;
	}
	n->nr_children = nr;
	if (nr)
		n->children[nr - 1].last = true;
}

/* All of the row came this way: the frames are shown at once, and without the one that the row itself is, unless nothing else is there. */
static void make_trunk(struct view_tree *t)
{
	struct view_node *n = t->root.children;

	n->trunk = n->open = true;
	if (!t->h->hists->columns->sym_first)
		return;
	if (n->first != n->end) {
		n->first = n->first->children;
		n->nr_frames--;
	} else if (!n->end->cut && view_node__is_foldable(t, n)) {
		add_children(t, &t->root, n->end);
	}
}

static void make(struct view_tree *t, struct view_node *n)
{
	if (n->made || !t->tree)
		return;
	n->made = true;
	add_children(t, n, n == &t->root ? call_tree__root(t->tree) : n->end);
	if (n == &t->root && !t->no_trunk && n->nr_children == 1 && call_node__total(n->children[0].first) == n->of)
		make_trunk(t);
}

bool view_tree__has_branches(struct view_tree *t)
{
	make(t, &t->root);
	return t->root.nr_children;
}

bool view_node__is_foldable(const struct view_tree *t, struct view_node *n)
{
	uint64_t min;
	uint32_t i;

	if (n->nr_frames > 1 || n->made)
		return n->nr_frames > 1 || n->nr_children;
	min = smallest(t, n->end);
	for (i = 0; i < n->end->nr_children; i++)
		if (call_node__total(&n->end->children[i]) >= min)
			return true;
	return false;
}

enum which { WHICH_OPEN, WHICH_MADE, WHICH_ALL };	/* below nodes that are unfolded, that exist, that there can be */

/* The next node in the order of lines. NULL: there is none. */
static struct view_node *next_node(struct view_tree *t, struct view_node *n, enum which which)
{
	if (n == &t->root || n->open || which == WHICH_ALL || (which == WHICH_MADE && n->made)) {
		make(t, n);
		if (n->nr_children)
			return n->children;
	}
	while (n && n != &t->root && n->last)
		n = n->parent;
	return !n || n == &t->root ? NULL : n + 1;
}

static void add_line(struct view_tree *t, struct view_node *n, const struct call_node *frame, uint32_t nr)
{
	size_t used = t->nr_lines, cap = t->cap_lines;

	GROW(t->lines, used, cap);
	t->cap_lines = (uint32_t)cap;
	t->lines[t->nr_lines++] = (struct tree_line){ n, frame, nr };
}

void view_tree__make_lines(struct view_tree *t)
{
	struct view_node *n;
	uint32_t i;

	t->nr_lines = 0;
	if (!t->open)
		return;
	for (n = next_node(t, &t->root, WHICH_OPEN); n; n = next_node(t, n, WHICH_OPEN)) {
		const struct call_node *c = n->first;

		for (i = 0; i < (n->open ? n->nr_frames : 1); i++) {
			add_line(t, n, c, i);
			c = c == n->end ? NULL : c->children;
		}
	}
}

void view_tree__open_all(struct view_tree *t, bool open)
{
	enum which which = open ? WHICH_ALL : WHICH_MADE;
	struct view_node *n;

	t->open = open;
	for (n = open || t->root.made ? next_node(t, &t->root, which) : NULL; n; n = next_node(t, n, which))
		n->open = open || n->trunk;
	view_tree__make_lines(t);
}

bool view_tree__open_to(struct view_tree *t, bool (*fn)(void *ctx, const struct place *p), void *ctx)
{
	struct view_node *n, *up;
	bool any = false;

	for (n = next_node(t, &t->root, WHICH_ALL); n; n = next_node(t, n, WHICH_ALL)) {
		const struct call_node *c = n->first;
		bool found = fn(ctx, c->place), inside = false;

		for (; c != n->end; c = c->children)
			inside |= fn(ctx, c->children->place);
		any |= found || inside;
		n->open |= inside;
		for (up = n->parent; up && (found || inside) && !up->open; up = up->parent)
			up->open = true;
	}
	t->open |= any;
	view_tree__make_lines(t);
	return any;
}
