/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The samples of a view's rows as a flame graph: one call tree of all their stacks, from the outermost caller on, and boxes for it in
 * a given width. Each box is as wide as its share, and lies below that of its caller.
 */
#ifndef PERF_VIEW_VIEW_FLAME_H
#define PERF_VIEW_VIEW_FLAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/stacks/call-tree.h"

struct view;

/* Widths are eighths of a cell. */
#define FLAME_CELL	8

struct flame_box {
	struct call_node *node;		/* its place is NULL: everything */
	uint32_t from, to;
};

struct flame_level {
	struct flame_box *boxes;	/* from left to right */
	size_t nr, cap;
};

struct view_flame {
	struct call_tree *tree;
	struct arena arena;
	struct call_node *root;		/* everything */
	struct call_node *zoom;		/* it takes the whole width, and so do its callers */
	struct call_node *chosen;
	uint64_t total;
	struct flame_level *levels;	/* all that have boxes */
	size_t nr_levels, cap_levels;
};

/* Counts what is in the rows of @v; samples that are in several rows as callers count once. */
void view_flame__init(struct view_flame *f, const struct view *v);
void view_flame__exit(struct view_flame *f);
/*
 * Makes the levels, @cells wide; edges lie at multiples of @unit (FLAME_CELL: whole cells only). What would be narrower is left out, and
 * if that is the chosen one, another one is chosen.
 */
void view_flame__layout(struct view_flame *f, uint32_t cells, uint32_t unit);
/* The level of the chosen box and its number there. */
void view_flame__find(const struct view_flame *f, size_t *ret_level, size_t *ret_box);
/* Chooses the caller (-1), or the largest callee (1), or the box beside it. False: there is none. */
bool view_flame__move_down(struct view_flame *f, int by);
bool view_flame__move_right(struct view_flame *f, int by);
/* Chooses the box at eighth @x of a level. */
bool view_flame__point_at(struct view_flame *f, size_t level, uint32_t x);

#endif /* PERF_VIEW_VIEW_FLAME_H */
