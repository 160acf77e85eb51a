/* SPDX-License-Identifier: GPL-2.0-only */
/* What becomes of each chain of a store if some stacks are left out, or some frames of them. */
#ifndef PERF_STACKS_CHAIN_CHANGES_H
#define PERF_STACKS_CHAIN_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct chain_store;

#define STACK_LEFT_OUT	UINT32_MAX

/*
 * Writes to @kept the numbers of frames that stay in a stack of @nr places, in their order, innermost first. Returns how many, at least
 * one, or STACK_LEFT_OUT.
 */
typedef uint32_t (*stack_rule)(void *ctx, const uint32_t *places, uint32_t nr, uint32_t *kept);

#define FRAME_GONE	UINT32_MAX

/* What becomes of a chain. */
struct chain_change {
	bool known, left_out;
	uint32_t *kept;			/* frames of the old chain; NULL: all of them */
	uint32_t id, nr;		/* the chain of these */
};

struct chain_changes {
	struct chain_store *store;	/* what changed chains have become is added to it */
	struct arena *arena;
	stack_rule rule;
	void *ctx;
	struct chain_change *changes;	/* by chain, of those that there were */
	size_t nr_changed, nr_left_out;
	uint32_t *kept, *places;	/* scratch */
	size_t cap;
};

/* All pointers are borrowed; of chains that are added later nothing is asked. */
void chain_changes__init(struct chain_changes *p, struct chain_store *store, struct arena *arena, stack_rule rule, void *ctx);
void chain_changes__exit(struct chain_changes *p);
/* What becomes of chain @id; the rule is asked once. */
const struct chain_change *chain_changes__change(struct chain_changes *p, uint32_t id);
/* Is a stack left out that has nothing but @place? */
bool chain_changes__leave_out(struct chain_changes *p, uint32_t place);
/* Where frame @i of the old chain is in the new one, or FRAME_GONE. */
uint32_t chain_change__new_number(const struct chain_change *ch, uint32_t i);

#endif /* PERF_STACKS_CHAIN_CHANGES_H */
