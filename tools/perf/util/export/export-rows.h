/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The two tables in which exports count samples: a tree of frames, in which each stack is a path from the root, and rows of
 * samples.
 */
#ifndef PERF_EXPORT_EXPORT_ROWS_H
#define PERF_EXPORT_EXPORT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"

/*
 * A frame below another one. Number 0 is the root, which is not a frame. The number of a parent is smaller than those of its
 * children.
 */
struct export_node {
	uint32_t parent;
	uint32_t frame;			/* the user of the tree decides what the number means */
};

struct export_stacks {
	struct export_node *nodes;
	size_t nr, cap;
	struct u64num children;		/* parent and frame -> node */
};

void export_stacks__init(struct export_stacks *s);
void export_stacks__exit(struct export_stacks *s);
/* Returns the node of @frame below @parent, which is made if there is none. */
uint32_t export_stacks__child(struct export_stacks *s, uint32_t parent, uint32_t frame);
/*
 * Writes the frames from @node to the root (which is left out) to the array *@frames of *@cap elements, which is enlarged if
 * necessary. Returns how many there are.
 */
size_t export_stacks__way(const struct export_stacks *s, uint32_t node, uint32_t **frames, size_t *cap);

struct export_row {
	uint32_t event;			/* idx of the evsel */
	uint32_t thread;
	uint32_t cpu;			/* (uint32_t)-1: not known; 0 if CPUs are not distinguished */
	uint32_t node;			/* the innermost frame; 0: the sample has no frames */
	uint64_t samples, period;
};

HASH_SET_TYPE(row_set, uint32_t)

struct export_rows {
	struct export_row *rows;	/* in order of first appearance */
	size_t nr, cap;
	struct row_set known;		/* row + 1 */
};

void export_rows__exit(struct export_rows *t);
/* Adds the samples and the period of @row to the row whose other members are equal; makes that row if there is none. */
void export_rows__add(struct export_rows *t, const struct export_row *row);

#endif /* PERF_EXPORT_EXPORT_ROWS_H */
