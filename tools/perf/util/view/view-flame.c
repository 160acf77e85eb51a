// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/view-flame.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/view/view.h"

static void add_stack(void *ctx, const struct row_stack *s)
{
	struct view_flame *f = ctx;

	call_tree__add(f->tree, s->places, s->nr, true, s->period, s->count);
}

/* Rows without chains are boxes below everything. */
static void add_row(struct view_flame *f, const struct view *v, const struct hist_entry *e)
{
	uint32_t *place;

	hist_entry__own_stacks(v->h, e, add_stack, f);
	if (hist_entry__nr_stacks(v->h, e, 1) || !e->common->self->period)
		return;
	place = arena__alloc(&f->arena, sizeof(*place));
	*place = place__id(hist_entry__place(e));
	call_tree__add(f->tree, place, 1, false, e->common->self->period, e->common->self->nr);
}

void view_flame__init(struct view_flame *f, const struct view *v)
{
	size_t i;

	*f = (struct view_flame){ .tree = call_tree__new(v->h->hists->places) };
	call_tree__set_depth(f->tree, v->h->hists->opts.graph.max_depth);
	for (i = 0; i < v->nr; i++)
		add_row(f, v, view__entry(v, i));
	call_tree__finish(f->tree);
	/* The tree gives its root away as something to be read only, and its nodes must be unfolded. */
	f->root = (struct call_node *)(uintptr_t)call_tree__root(f->tree);
	f->total = call_node__total(f->root);
	f->zoom = f->chosen = f->root;
}

static void free_levels(struct view_flame *f)
{
	size_t i;

	for (i = 0; i < f->cap_levels; i++)
		free(f->levels[i].boxes);
	free(f->levels);
	f->levels = NULL;
	f->nr_levels = f->cap_levels = 0;
}

void view_flame__exit(struct view_flame *f)
{
	free_levels(f);
	call_tree__delete(f->tree);
	arena__exit(&f->arena);
	*f = (struct view_flame){ 0 };
}

static void add_box(struct view_flame *f, size_t level, struct call_node *n, uint32_t from, uint32_t to)
{
	struct flame_level *l;
	size_t i = f->cap_levels;

	if (level >= f->cap_levels) {
		GROW(f->levels, level, f->cap_levels);
		for (; i < f->cap_levels; i++)
			f->levels[i] = (struct flame_level){ 0 };
	}
	l = &f->levels[level];
	if (level == f->nr_levels) {
		f->nr_levels++;
		l->nr = 0;
	}
	GROW(l->boxes, l->nr, l->cap);
	l->boxes[l->nr++] = (struct flame_box){ n, from, to };
}

/* Where in @b the share of @period ends. Periods of a damaged recording may be more together than their sum, which overflows. */
static uint32_t edge_at(const struct flame_box *b, double period, double per, uint32_t unit)
{
	double eighths = period * per;
	uint32_t at;

	if (!(eighths < b->to - b->from))
		return b->to;
	at = b->from + (uint32_t)(eighths / unit + 0.5) * unit;
	return at < b->to ? at : b->to;
}

/* Shares add up from the left edge of the caller, so that rounding does not. */
static void add_callees(struct view_flame *f, size_t level, const struct flame_box *b, uint32_t width, uint32_t unit)
{
	double per = (double)width / (double)call_node__total(f->zoom), before = 0;
	uint32_t i;

	call_tree__unfold(f->tree, b->node);
	for (i = 0; i < b->node->nr_children; i++) {
		struct call_node *c = &b->node->children[i];
		uint32_t from = edge_at(b, before, per, unit), to;

		before += (double)call_node__total(c);
		to = edge_at(b, before, per, unit);
		if (from < to)
			add_box(f, level, c, from, to);
	}
}

static void add_callers(struct view_flame *f, uint32_t width)
{
	struct call_node *n, **path = NULL;
	size_t nr = 0, cap = 0, i;

	for (n = f->zoom; n; n = n->parent) {
		GROW(path, nr, cap);
		path[nr++] = n;
	}
	for (i = 0; i < nr; i++)
		add_box(f, i, path[nr - 1 - i], 0, width);
	free(path);
}

void view_flame__layout(struct view_flame *f, uint32_t cells, uint32_t unit)
{
	uint32_t width = cells * FLAME_CELL;
	size_t level, i, box;

	f->nr_levels = 0;
	if (!width)
		width = FLAME_CELL;
	add_callers(f, width);
	for (level = f->nr_levels - 1; level < f->nr_levels; level++) {
		for (i = 0; i < f->levels[level].nr && f->total; i++) {
			struct flame_box b = f->levels[level].boxes[i];

			add_callees(f, level + 1, &b, width, unit);
		}
	}
	view_flame__find(f, &level, &box);
	f->chosen = f->levels[level].boxes[box].node;
}

/* What is not there stands for the zoom. */
void view_flame__find(const struct view_flame *f, size_t *ret_level, size_t *ret_box)
{
	const struct call_node *want[] = { f->chosen, f->zoom };
	size_t w, l, i;

	for (w = 0; w < ARRAY_SIZE(want); w++)
		for (l = 0; l < f->nr_levels; l++)
			for (i = 0; i < f->levels[l].nr; i++)
				if (f->levels[l].boxes[i].node == want[w]) {
					*ret_level = l;
					*ret_box = i;
					return;
				}
	*ret_level = *ret_box = 0;
}

bool view_flame__move_down(struct view_flame *f, int by)
{
	size_t level, box, i;
	const struct flame_level *below;

	view_flame__find(f, &level, &box);
	if (by < 0) {
		if (!f->chosen->parent)
			return false;
		f->chosen = f->chosen->parent;
		return true;
	}
	below = level + 1 < f->nr_levels ? &f->levels[level + 1] : NULL;
	for (i = 0; below && i < below->nr; i++)
		if (below->boxes[i].node->parent == f->chosen) {
			f->chosen = below->boxes[i].node;
			return true;
		}
	return false;
}

bool view_flame__move_right(struct view_flame *f, int by)
{
	size_t level, box;

	view_flame__find(f, &level, &box);
	if ((by < 0 && !box) || (by > 0 && box + 1 >= f->levels[level].nr))
		return false;
	f->chosen = f->levels[level].boxes[by < 0 ? box - 1 : box + 1].node;
	return true;
}

bool view_flame__point_at(struct view_flame *f, size_t level, uint32_t x)
{
	size_t i;

	for (i = 0; level < f->nr_levels && i < f->levels[level].nr; i++)
		if (x >= f->levels[level].boxes[i].from && x < f->levels[level].boxes[i].to) {
			f->chosen = f->levels[level].boxes[i].node;
			return true;
		}
	return false;
}
