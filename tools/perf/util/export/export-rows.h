/* SPDX-License-Identifier: GPL-2.0-only */
/* Two tables that exports are counted in: the tree of frames that stacks are ways in, and rows of samples. */
#ifndef PERF_EXPORT_EXPORT_ROWS_H
#define PERF_EXPORT_EXPORT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"

/* A frame below another one. Number 0 is the root, which is no frame. A parent's number is smaller than its children's. */
struct export_node {
	uint32_t parent;
	uint32_t frame;			/* what a frame is a number of is the user's */
};

struct export_stacks {
	struct export_node *nodes;
	size_t nr, cap;
	struct u64num children;		/* parent and frame -> node */
};

void export_stacks__init(struct export_stacks *s);
void export_stacks__exit(struct export_stacks *s);
/* The node of @frame below @parent, made if there is none. */
uint32_t export_stacks__child(struct export_stacks *s, uint32_t parent, uint32_t frame);
/*
 * The frames from @node out to the root, into the array *@frames of *@cap elements, which grows. Returns how many there are.
 */
size_t export_stacks__way(const struct export_stacks *s, uint32_t node, uint32_t **frames, size_t *cap);

struct export_row {
	uint32_t event;			/* evsel's idx */
	uint32_t thread;
	uint32_t cpu;			/* (uint32_t)-1: not known; 0 where CPUs do not matter */
	uint32_t node;			/* the innermost frame; 0: a sample without any */
	uint64_t samples, period;
};

HASH_SET_TYPE(row_set, uint32_t)

struct export_rows {
	struct export_row *rows;	/* in order of first appearance */
	size_t nr, cap;
	struct row_set known;		/* row + 1 */
};

void export_rows__exit(struct export_rows *t);
/* Adds @row's samples and period to the row that is equal in the other members. */
void export_rows__add(struct export_rows *t, const struct export_row *row);

#endif /* PERF_EXPORT_EXPORT_ROWS_H */
