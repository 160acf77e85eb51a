/* SPDX-License-Identifier: GPL-2.0-only */
/* A ring buffer of a thread's last branches, from which branch stacks for decoded traces are made. */
#ifndef PERF_AUXTRACE_BRANCH_RING_H
#define PERF_AUXTRACE_BRANCH_RING_H

#include <stddef.h>
#include <stdint.h>

#include "util/event/sample.h"

struct branch_ring {
	struct branch_entry *entries;
	size_t size, nr;		/* capacity; number of entries */
	size_t next;			/* index of the next entry to write */
};

/* Makes @r an empty ring for @size branches, at least 1. */
void branch_ring__init(struct branch_ring *r, size_t size);
void branch_ring__exit(struct branch_ring *r);
/* Adds a branch as the newest one. If the ring is full, the oldest one is removed. @flags: see util/event/branch-flags.h */
void branch_ring__add(struct branch_ring *r, uint64_t from, uint64_t to, uint64_t flags);
/*
 * Returns a copy of all branches, the newest first, which the caller frees, and their number in *@ret_nr. NULL and 0 if
 * there are none.
 */
struct branch_entry *branch_ring__copy(const struct branch_ring *r, size_t *ret_nr);

#endif /* PERF_AUXTRACE_BRANCH_RING_H */
