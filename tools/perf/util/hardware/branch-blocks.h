/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Blocks of code that ran without a branch, and how long they took: `perf report --total-cycles`. A block ends with the
 * branch that leaves it, and has the cycles of that branch; it begins where the branch before went.
 */
#ifndef PERF_HARDWARE_BRANCH_BLOCKS_H
#define PERF_HARDWARE_BRANCH_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash-table.h"

struct dso;
struct frame;
struct symbol;

struct branch_block {
	struct dso *dso;
	const struct symbol *sym;
	uint64_t start, end;		/* distances from the symbol's start; @start is that of the longest block with this end */
	bool has_start;			/* false: no branch is known that led here, and @start is 0 */
	uint64_t cycles, nr;		/* in all; how often it ran */
};

HASH_SET_TYPE(block_set, struct branch_block *)

/* Zero-initialised is empty. */
struct branch_blocks {
	struct branch_block **blocks;
	size_t nr, cap;
	uint64_t cycles;		/* of all branches, also where no function is known */
	uint64_t averages;		/* sum of the blocks' own averages; known when sorted */
	struct block_set known;
	struct arena arena;
};

void branch_blocks__exit(struct branch_blocks *b);
/*
 * Counts a block that is left at @end after @cycles (0: not known, and not counted). @start: where the branch before went,
 * NULL if there was none, or not all branches were recorded.
 */
void branch_blocks__add(struct branch_blocks *b, const struct frame *start, const struct frame *end, uint64_t cycles);
/* Blocks that took longest come first, then by name and place. */
void branch_blocks__sort(struct branch_blocks *b);

/* Cycles each time; @block->nr is not 0. */
static inline uint64_t branch_block__average(const struct branch_block *block)
{
	return block->cycles / block->nr;
}

#endif /* PERF_HARDWARE_BRANCH_BLOCKS_H */
