/* SPDX-License-Identifier: GPL-2.0-only */
/* What becomes of each chain of a histogram if some stacks are left out, or some frames of them. Internal to hist-part.c. */
#ifndef PERF_ROWS_PART_CHAINS_H
#define PERF_ROWS_PART_CHAINS_H

#include <stdbool.h>

#include "util/rows/hist-part.h"

#define FRAME_GONE	UINT32_MAX

/* What becomes of a chain. */
struct chain_change {
	bool known, left_out;
	uint32_t *kept;			/* frames of the old chain; NULL: all of them */
	uint32_t id, nr;		/* the chain of these */
};

struct part_chains {
	struct chain_store *store;	/* of the histogram; what changed chains have become is added to it */
	struct arena *arena;
	stack_rule rule;
	void *ctx;
	struct chain_change *changes;	/* by chain, of those that there were */
	size_t nr_changed, nr_left_out;
	uint32_t *kept, *places;	/* scratch */
	size_t cap;
};

/* All pointers are borrowed; of chains that are added later nothing is asked. */
void part_chains__init(struct part_chains *p, struct chain_store *store, struct arena *arena, stack_rule rule, void *ctx);
void part_chains__exit(struct part_chains *p);
/* What becomes of chain @id; the rule is asked once. */
const struct chain_change *part_chains__change(struct part_chains *p, uint32_t id);
/* Is a stack left out that has nothing but @place? */
bool part_chains__leave_out(struct part_chains *p, uint32_t place);
/* Where frame @i of the old chain is in the new one, or FRAME_GONE. */
uint32_t chain_change__new_number(const struct chain_change *ch, uint32_t i);

#endif /* PERF_ROWS_PART_CHAINS_H */
