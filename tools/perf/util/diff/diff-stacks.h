/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacks of the rows of several recordings in one tree, for `perf diff -g`. Frames are the same if their names are. The
 * size of the tree depends on how many different stacks there are.
 */
#ifndef PERF_DIFF_DIFF_STACKS_H
#define PERF_DIFF_DIFF_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/byte-pool.h"
#include "util/base/pair-map.h"

struct hist;
struct hist_entry;

struct diff_node {
	uint32_t parent, child, next;	/* numbers of nodes; 0: none. A parent's is smaller than its children's */
	const char *name;		/* interned; NULL: the root of a row */
};

struct diff_stacks {
	unsigned int files;
	struct diff_node *nodes;	/* number 0 is not a node */
	size_t nr, cap;
	uint64_t *periods;		/* [node * files + file]: of stacks that end here; after finish(): or below */
	uint64_t *ends;			/* the same, only of stacks that end here; set by finish() */
	struct pair_num known;		/* parent and name -> node + 1 */
	struct byte_pool names;
	const char **of_place;		/* for the recording that is being added: names of places, by id */
	size_t nr_places;
};

void diff_stacks__init(struct diff_stacks *s, unsigned int files);
void diff_stacks__exit(struct diff_stacks *s);
/* Says that the places of another recording follow. */
void diff_stacks__begin_file(struct diff_stacks *s);
/* Returns a new node, the root for the stacks of a row. */
uint32_t diff_stacks__new_root(struct diff_stacks *s);
/*
 * Adds all stacks of @e below @root: from the sampled function to its callers, or with opts.graph.caller from the outermost
 * caller inwards.
 */
void diff_stacks__add(struct diff_stacks *s, uint32_t root, unsigned int file, const struct hist *h,
		      const struct hist_entry *e);
/* Computes the sums. To be called when everything was added. */
void diff_stacks__finish(struct diff_stacks *s);

static inline const uint64_t *diff_stacks__total(const struct diff_stacks *s, uint32_t node)
{
	return s->periods + (size_t)node * s->files;
}

static inline const uint64_t *diff_stacks__ends(const struct diff_stacks *s, uint32_t node)
{
	return s->ends + (size_t)node * s->files;
}

#endif /* PERF_DIFF_DIFF_STACKS_H */
