/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A call tree: chains with the same beginning share these nodes. It is made for one row of a report, drawn,
 * and freed. Chains are added as numbers of places (struct place).
 *
 * The tree has one node for each place. What upstream calls a node, the longest sequence without a branch and
 * without the end of a chain, is a run of nodes here: call_node__run_end().
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
	union {				/* read with call_node__children() */
		struct call_node *only;	/* most have one child, which needs no list */
		struct call_node **list;
		const uint32_t *tail;	/* with nr_tail: the next place */
	};
	uint32_t nr_children;
	/*
	 * The number of nodes behind this one that are not made yet: all chains that go on from here go the same way, and the numbers of
	 * this node are also those of the nodes to come. See call_tree__unfold().
	 */
	uint32_t nr_tail : 30;
	uint32_t backwards : 1;		/* the tail is read backwards */
	uint32_t cut : 1;		/* some chains are longer, but were added only up to here */
	uint64_t hit, children_hit;	/* periods of chains that end here, and further on */
	uint64_t count, children_count;	/* the numbers of these chains */
	void *note;			/* for the consumer, or NULL; see call_tree__zalloc() */
};

/* The n->nr_children children; after finish() in the order in which they are drawn. */
static inline struct call_node *const *call_node__children(const struct call_node *n)
{
	return n->nr_children == 1 ? &n->only : n->list;
}

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
/* Has a chain been cut? */
bool call_tree__is_cut(const struct call_tree *t);
/* Calls @fn for each node on the way of a chain that was added, @i from 0 on. */
void call_tree__walk(struct call_tree *t, const uint32_t *places, size_t nr, bool backwards,
		     void (*fn)(void *ctx, struct call_node *node, size_t i), void *ctx);
/* Memory for a note on a node: zeros, which live as long as the tree. */
void *call_tree__zalloc(struct call_tree *t, size_t size);
/* Adds up the numbers, and orders children by their periods, then by place. To be called once. */
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
 * Makes the nodes of the run that begins with @n. At some place, most chains leave the others and are alone from there on; this part
 * is mostly never drawn, and has no nodes until somebody looks at it. To be called for each node of a finished tree before its children,
 * or whether chains end there, are looked at.
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
