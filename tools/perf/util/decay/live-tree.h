/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stacks where rows decay while samples come (hists_opts.decay): one tree, from the outermost frame inwards, whose leaves are the stacks
 * that have samples. A frame is one node however many stacks go through it, and a node knows its row, so a sample is counted in the rows
 * along its stack without looking any of them up. What a stack counts for is a number at its leaf, and what goes through a frame one at its
 * stem, where call graphs begin (live-stems.h): both are counted with each sample, so that nothing is summed up for a graph. Lists of chains,
 * for rows that are others than those of the tree, are made of the leaves when they are asked for (live-chains.c).
 *
 *	struct live_root	what samples are told apart by beside their stack (a thread, a command, an event, ...)
 *	  struct live_node	a frame
 *	    struct live_leaf	all samples whose stack ends there
 */
#ifndef PERF_DECAY_LIVE_TREE_H
#define PERF_DECAY_LIVE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash-table.h"
#include "util/base/scale.h"
#include "util/rows/sample-table.h"
#include "util/stacks/call-tree.h"

struct hist;
struct hists;
struct frame;
struct place;

/* Samples of one event whose rows have the same keys, but for the place. */
struct live_root {
	struct sample_key key;		/* without a stack, and only what the columns ask for */
	struct hist *hist;
	unsigned int member;		/* of the hist's group */
};

/* All numbers count from 1 on; 0 is none. A node's parent has a smaller number. */
struct live_node {
	uint32_t parent;		/* 0: its frame is the outermost one */
	uint32_t root;
	uint32_t place;			/* the frame as rows show it: the number of a place */
	uint32_t drawn;			/* the same as chains show it */
	uint32_t row;			/* index in the root's hist; NO_ROW: callers have no rows */
	uint32_t depth : 28;		/* frames up to this one; 1: the outermost */
	uint32_t level : 3;		/* as in struct hist_entry */
	uint32_t first : 1;		/* no frame further out has the same row: the node is in the row's list */
	uint32_t next_of_row;		/* the next one in that; 0: none */
};

#define LIVE_NO_ROW	UINT32_MAX

struct live_leaf {
	uint32_t node;			/* 0: the samples have no stack */
	uint32_t root;
	uint32_t place;			/* into which the samples fell, as rows show it */
	uint32_t row : 31;
	uint32_t alone : 1;		/* that is the row of no frame of the stack */
	uint32_t next_of_row;		/* the number of the next stack that ends in the row; 0: none */
	uint64_t period, nr;
};

/* The nodes that no other one of their row is outside of, and the stacks that end in the row: where their lists begin. */
struct live_row {
	uint32_t node, leaf;
};

/* By the number of the row. */
struct live_rows {
	struct live_row *rows;
	size_t cap;
};

/* The stack of a sample not long before: most frames of the next one of the same program are the same, from outside on. */
struct live_path {
	uint32_t root;			/* 0: there is none */
	uint32_t outside;		/* the mark that stands outside of its frames: a node's number, or 0 */
	uint32_t nr, cap;
	const struct frame **frames;	/* outermost first */
	uint32_t *nodes;		/* that of each; where it is left out, that of the frame outside of it */
	const struct place **drawn;	/* while a stack is walked along: its places; NULL: left out */
};

#define LIVE_PATHS	32		/* a power of two */

HASH_NUMBERS_TYPE(live_roots)
HASH_NUMBERS_TYPE(live_nodes)
HASH_NUMBERS_TYPE(live_leaves)

/* Zeroed: empty. */
struct live_tree {
	struct live_root *roots;
	struct live_node *nodes;
	struct call_stem *stems;	/* of each node, by its number: the stacks of the first event of a group that have samples */
	struct live_leaf *leaves;
	size_t nr_roots, cap_roots, nr_nodes, cap_nodes, cap_stems, nr_leaves, cap_leaves;
	struct live_rows *rows;		/* of each hist, by index; NULL: there are no nodes and leaves yet */
	struct live_roots known_roots;
	struct live_nodes known_nodes;
	struct live_leaves known_leaves;
	struct live_path paths[LIVE_PATHS];
	size_t settled;			/* nodes and leaves that the last live_tree__clean() has left */
	struct arena drawn;		/* what call graphs need that live-stems.c has made; until the tree changes */
	unsigned int nr_decays;		/* calls of hists__decay() */
};

static inline struct live_root *live_tree__root(const struct live_tree *t, uint32_t number)
{
	return &t->roots[number - 1];
}

static inline struct live_leaf *live_tree__leaf_at(const struct live_tree *t, uint32_t number)
{
	return &t->leaves[number - 1];
}

/* Is it a stack that call graphs show? */
static inline bool live_tree__draws(const struct live_tree *t, const struct live_leaf *l)
{
	return l->node && !live_tree__root(t, l->root)->member && (l->period || l->nr);
}

static inline struct live_node *live_tree__node(const struct live_tree *t, uint32_t number)
{
	return &t->nodes[number - 1];
}

/* The number of the root for samples with the key @key in @h; made if there is none. */
uint32_t live_tree__root_of(struct hists *h, const struct sample_key *key);
/* These return a number, too. *@ret_new: it was made, and the caller sets what is not its key. */
uint32_t live_tree__child(struct live_tree *t, uint32_t parent, uint32_t root, uint32_t place, uint32_t drawn, bool *ret_new);
uint32_t live_tree__leaf(struct live_tree *t, uint32_t node, uint32_t root, uint32_t place, bool *ret_new);
/* Puts node or leaf @number, whose row is set, into the list of that. */
void live_tree__list_node(const struct hists *h, uint32_t number);
void live_tree__list_leaf(const struct hists *h, uint32_t number);
/* Adds to leaf @number, and to all stems of its stack. */
void live_tree__count(struct live_tree *t, uint32_t number, uint64_t period, uint64_t nr);

/* live-clean.c: the numbers of all leaves and stems become @num / @den, rounded down. */
void live_tree__lessen(struct live_tree *t, uint64_t num, uint64_t den);
/*
 * Leaves that count for next to nothing go, with the nodes that lead to no other, the roots, and rows of which nothing is left: less
 * than a millionth of all, and no whole sample, nor any stack. Numbers change.
 */
void live_tree__clean(struct hists *h);
/* To be called before frames are freed that samples were of. */
void live_paths__forget(struct live_tree *t);
void live_tree__exit(struct hists *h);

/* @v * @num / @den rounded down, @num at most @den, without an overflow. */
static inline uint64_t live__part(uint64_t v, uint64_t num, uint64_t den)
{
	/* What nearly all of them are: an eighth less, rounded up. */
	if (den == 8 && num == 7)
		return v - (v >> 3) - ((v & 7) != 0);
	return scale(v, num, den);
}

#endif /* PERF_DECAY_LIVE_TREE_H */
