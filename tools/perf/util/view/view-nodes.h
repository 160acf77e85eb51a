/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The call tree of a row as lines that can be folded. A node is a run of frames: all chains that come to its first frame go
 * through all of them. Nodes are made when somebody unfolds what is above them.
 */
#ifndef PERF_VIEW_VIEW_NODES_H
#define PERF_VIEW_VIEW_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/rows/hist.h"
#include "util/stacks/call-tree.h"

struct view_node {
	struct call_node *first;
	const struct call_node *end;
	struct view_node *parent;	/* NULL: a branch of the root */
	struct view_node *children;	/* an array */
	uint32_t nr_children;
	uint32_t depth;			/* 0: below the row */
	uint32_t nr_frames;		/* shown, with a line for "[...]" if chains were cut */
	bool made;			/* the children are known */
	bool open;
	bool trunk;			/* all of the row came this way: its percentage says nothing */
	bool last;			/* among its siblings */
	uint64_t of;			/* the period that is its 100 % */
};

struct tree_line {
	struct view_node *node;
	const struct call_node *frame;	/* NULL: frames were cut here */
	uint32_t nr;			/* of the frame in the node */
};

struct view_tree {
	const struct hist *h;
	struct call_tree *tree;		/* NULL: the row has no chains */
	struct arena arena;
	struct view_node root;
	uint64_t least_of;		/* branches must have -g's percentage of this period, unless -g takes that of their callers */
	bool no_trunk;			/* the first frames have their percentages, even if there is one way only */
	bool open;			/* the row is unfolded */
	struct tree_line *lines;	/* those that are unfolded */
	uint32_t nr_lines, cap_lines;
};

/* Never NULL. Nothing is unfolded yet. */
struct view_tree *view_tree__new(const struct hist *h, const struct hist_entry *e);
/* The same for a tree from elsewhere, which is deleted with it. @period is that of what the tree hangs below; no trunk. */
struct view_tree *view_tree__of(const struct hist *h, struct call_tree *tree, uint64_t period);
void view_tree__delete(struct view_tree *t);
/* Is there anything below the row? */
bool view_tree__has_branches(struct view_tree *t);
/* Has @n something to unfold? */
bool view_node__is_foldable(const struct view_tree *t, struct view_node *n);
/* After ->open of the tree or of nodes has changed. */
void view_tree__make_lines(struct view_tree *t);
/* Opens or closes all nodes; with @open they are all made. */
void view_tree__open_all(struct view_tree *t, bool open);
/* Opens what is above each frame that @fn says yes to, and the tree, if there is one. Returns whether there is. */
bool view_tree__open_to(struct view_tree *t, bool (*fn)(void *ctx, const struct place *p), void *ctx);

#endif /* PERF_VIEW_VIEW_NODES_H */
