/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacks of rows of several recordings in one tree: frames are the same if their names are. What `perf diff -g` draws.
 * It grows with what differs.
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
	uint32_t parent, child, next;	/* numbers of nodes; 0: there is none. A parent's is smaller than its children's. */
	const char *name;		/* interned; NULL: the root of a row */
};

struct diff_stacks {
	unsigned int files;
	struct diff_node *nodes;	/* number 0 is none */
	size_t nr, cap;
	uint64_t *periods;		/* [node * files + file]: of stacks that end here; after finish(): or further on */
	uint64_t *ends;			/* the same of stacks that end here; made by finish() */
	struct pair_num known;		/* parent and name -> node + 1 */
	struct byte_pool names;
	const char **of_place;		/* of the recording that is being added: names of places, by id */
	size_t nr_places;
};

void diff_stacks__init(struct diff_stacks *s, unsigned int files);
void diff_stacks__exit(struct diff_stacks *s);
/* Another recording's places follow. */
void diff_stacks__begin_file(struct diff_stacks *s);
/* A root for a row's stacks. */
uint32_t diff_stacks__new_root(struct diff_stacks *s);
/* Adds all stacks of @e below @root: from the sample outwards, or with opts.graph.caller from the outermost caller inwards. */
void diff_stacks__add(struct diff_stacks *s, uint32_t root, unsigned int file, const struct hist *h,
		      const struct hist_entry *e);
/* All is added: sums up. */
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
