/* SPDX-License-Identifier: GPL-2.0-only */
/* One stack out of a call tree: the way to a frame, and from there on the way that most samples went. */
#ifndef PERF_VIEW_VIEW_STACK_H
#define PERF_VIEW_VIEW_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/stacks/call-tree.h"

struct view;
struct view_line;

struct view_stack {
	const struct place **frames;	/* innermost first */
	size_t nr, cap;
	uint64_t period, count;		/* of the samples that have all of it */
};

/*
 * The stack through @n of @t, a finished tree, whose root stands for nothing or, if it is not NULL, for @root.
 * @backwards: the tree begins with the outermost frames.
 */
void view_stack__init(struct view_stack *s, struct call_tree *t, struct call_node *n, const struct place *root, bool backwards);
/* That of the chosen line of @v; of a row, from its frame on. Empty if there are no rows. */
void view_stack__of_chosen(struct view_stack *s, struct view *v);
void view_stack__exit(struct view_stack *s);
/* The frame that a line of a tree shows; where frames were cut, the last one before. */
struct call_node *view_line__frame(const struct view_line *l);

#endif /* PERF_VIEW_VIEW_STACK_H */
