/* SPDX-License-Identifier: GPL-2.0-only */
/* The last branches of a thread, as many as fit: branch stacks made of decoded traces. */
#ifndef PERF_AUXTRACE_BRANCH_RING_H
#define PERF_AUXTRACE_BRANCH_RING_H

#include <stddef.h>
#include <stdint.h>

#include "util/event/sample.h"

struct branch_ring {
	struct branch_entry *entries;
	size_t size, nr;		/* room; how many there are */
	size_t next;			/* where the next one goes */
};

/* Room for @size branches, at least 1. */
void branch_ring__init(struct branch_ring *r, size_t size);
void branch_ring__exit(struct branch_ring *r);
/* Adds the newest one; the oldest makes room. @flags: see util/event/branch-flags.h */
void branch_ring__add(struct branch_ring *r, uint64_t from, uint64_t to, uint64_t flags);
/* All of them, the newest first: a copy that the caller frees; NULL with *@ret_nr 0: there are none. */
struct branch_entry *branch_ring__copy(const struct branch_ring *r, size_t *ret_nr);

#endif /* PERF_AUXTRACE_BRANCH_RING_H */
