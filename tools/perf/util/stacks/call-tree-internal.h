/* SPDX-License-Identifier: GPL-2.0-only */
/* What a call tree is made of: call-tree.c adds to it, call-branches.c makes nodes of that. Internal to these. */
#ifndef PERF_STACKS_CALL_TREE_INTERNAL_H
#define PERF_STACKS_CALL_TREE_INTERNAL_H

#include "util/base/arena.h"
#include "util/stacks/call-tree.h"

/* A chain of the tree, or a note that is taken along one. */
struct tree_chain {
	const uint32_t *places;		/* from the root of what is drawn on */
	uint32_t nr : 28;
	uint32_t is_minus : 1;		/* it is taken out of a stem: its numbers are negative */
	uint32_t backwards : 1;		/* it is read backwards from there */
	uint32_t cut : 1;		/* it is longer */
	uint32_t is_note : 1;
	union {
		uint64_t period;
		const void *note;
	};
	uint64_t count;
};

#define MAX_CHAIN	((1U << 28) - 1)

/* Chains that go on to the same place. */
struct branch {
	uint32_t place, nr;		/* how many, notes included */
	uint64_t total;			/* of their periods */
	uint32_t first;			/* where they go in the list of chains */
	uint32_t first_stem, nr_stems;	/* the same of stems */
	uint32_t stacks;		/* stacks of all these; 0: they are notes, or all of it was taken out */
};

struct call_tree {
	const struct place_table *places;
	struct arena arena;
	struct call_node root;
	struct tree_chain *chains;
	size_t nr, cap, depth;		/* @depth: places of a chain that are added */
	const struct call_stem *stems;
	uint32_t *stem_list;		/* numbers of stems, those of a node one behind the other */
	size_t nr_listed, cap_listed;
	uint64_t least;
	call_note_fn note;
	void *note_ctx;
	bool cut;
	/* While a node is unfolded: for each of its chains and stems the number of its branch, and a copy; the branches; what they are found by. */
	uint32_t *which;
	struct tree_chain *copy;
	size_t cap_which;
	struct branch *branches;
	size_t nr_branches, cap_branches;
	uint32_t *slots;		/* number + 1 */
};

/* Adds stem @number at the end of the list. */
void call_tree__list_stem(struct call_tree *t, uint32_t number);
/* Makes the children of @n, of which all chains and stems are known. */
void call_tree__branch(struct call_tree *t, struct call_node *n);

#endif /* PERF_STACKS_CALL_TREE_INTERNAL_H */
