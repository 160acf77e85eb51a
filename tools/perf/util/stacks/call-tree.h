/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A call tree: chains with the same beginning share these nodes. It is made for one row of a report, drawn,
 * and freed. Chains are added as numbers of places (struct place).
 *
 * The tree has one node for each place. What upstream calls a node, the longest sequence without a branch and
 * without the end of a chain, is a run of nodes here: call_node__run_end(). Most nodes are never drawn. So each has the chains that go
 * through it, and its children are made of them when somebody asks for these: call_tree__unfold(). Where stacks are counted in a tree
 * already, nodes have parts of that in place of single chains: then a branch that nobody draws takes no time, however many stacks it has.
 */
#ifndef PERF_STACKS_CALL_TREE_H
#define PERF_STACKS_CALL_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/stacks/place.h"

struct call_node {
	const struct place *place;	/* NULL: the root */
	struct call_node *parent;
	struct call_node *children;	/* one behind the other, once the node is unfolded, in the order in which they are drawn */
	uint64_t hit, children_hit;	/* periods of chains that end here, and further on */
	uint64_t count, children_count;	/* the numbers of these chains */
	void *note;			/* for the consumer, or NULL; see call_tree__zalloc() */
	uint32_t nr_children;
	uint32_t first, nr;		/* chains that come here lie one behind the other in the tree: for call-tree.c */
	uint32_t first_stem, nr_stems;	/* so do the stems: for call-tree.c */
	uint32_t depth : 29;		/* that of the root is 0 */
	uint32_t unfolded : 1;
	uint32_t forks : 1;		/* it goes on to more than one place, of which call_tree__set_least() may leave out some */
	uint32_t cut : 1;		/* some chains are longer, but were added only up to here */
};

struct call_tree;

struct call_tree *call_tree__new(const struct place_table *places);
void call_tree__delete(struct call_tree *t);
/* From now on only the first @depth places of a chain are added; 0, the default: all. */
void call_tree__set_depth(struct call_tree *t, size_t depth);
/*
 * Adds a chain of @nr places in the order of the tree: from the root of what is drawn. With
 * @backwards, @places is read from its end. @places is borrowed until the tree is deleted.
 */
void call_tree__add(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards,
		    uint64_t period, uint64_t count);
/*
 * A frame of stacks that are counted in a tree, from outside inwards. Stems have numbers from 1 on; 0 is none. One that is further in has
 * a larger number.
 */
struct call_stem {
	uint32_t place;
	uint32_t child, next;		/* the first one behind it, and the next one beside it */
	uint32_t stacks, ends;		/* how many stacks go through it, and how many of them end there */
	uint32_t deepest;		/* frames of the deepest of these, from here on */
	uint64_t period, nr;		/* of those that end there */
	uint64_t all_period, all_nr;	/* of all */
};

/* By their numbers, for call_tree__add_stem(). To be called once, before; @stems is borrowed until the tree is deleted. */
void call_tree__set_stems(struct call_tree *t, const struct call_stem *stems);
/* Adds all stacks that go through stem @number, from there on: the order of the tree is that from outside inwards. */
void call_tree__add_stem(struct call_tree *t, uint32_t number);
/* Takes out a chain that is in a stem that was added: its arguments are those with which it would be added alone. */
void call_tree__take_out(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards, uint64_t period, uint64_t count);
/* Has a chain been cut? */
bool call_tree__is_cut(const struct call_tree *t);
/* Nodes have no children with less than @least, unless it is the only one: nobody looks at them. 0, the default: they have all. */
void call_tree__set_least(struct call_tree *t, uint64_t least);
/*
 * Takes a note along a chain that was added, in the order of the notes: @fn is called with each node that is made on its way, and with
 * the number of that node, from 0 on. @places, @note and @ctx are borrowed until the tree is deleted. A note makes no nodes.
 */
typedef void (*call_note_fn)(void *ctx, struct call_tree *t, struct call_node *node, size_t i, const void *note);
void call_tree__set_notes(struct call_tree *t, call_note_fn fn, void *ctx);
void call_tree__add_note(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards, const void *note);
/* Memory for a note on a node: zeros, which live as long as the tree. */
void *call_tree__zalloc(struct call_tree *t, size_t size);
/* Makes the first branches. To be called once, when all chains were added. */
void call_tree__finish(struct call_tree *t);
/* Its children are the first branches. */
const struct call_node *call_tree__root(const struct call_tree *t);

static inline uint64_t call_node__total(const struct call_node *n)
{
	return n->hit + n->children_hit;
}

static inline uint64_t call_node__total_count(const struct call_node *n)
{
	return n->count + n->children_count;
}

/*
 * Makes the nodes of the run that begins with @n, and those that it branches to: by their periods, then by place. To be
 * called for each node of a finished tree but the root before its children are looked at.
 */
void call_tree__unfold(struct call_tree *t, struct call_node *n);

/* The last node of the run that begins with @n: it branches, or a chain ends there. */
const struct call_node *call_node__run_end(const struct call_node *n);

/*
 * The ends of runs in which chains end with at least @min_hit, most hits first (for flat and folded
 * lists). Returns an array that the caller frees, NULL if there are none.
 */
const struct call_node **call_tree__ends(struct call_tree *t, uint64_t min_hit, size_t *ret_nr);

#endif /* PERF_STACKS_CALL_TREE_H */
