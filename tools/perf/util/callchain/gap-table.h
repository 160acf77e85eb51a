/* SPDX-License-Identifier: GPL-2.0-only */
/* Callers that walks along frame pointers have passed over, counted by the function whose caller is missing. */
#ifndef PERF_CALLCHAIN_GAP_TABLE_H
#define PERF_CALLCHAIN_GAP_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-table.h"
#include "util/callchain/chain.h"

struct gap_row {
	const struct symbol *sym;	/* NULL: no name */
	struct dso *dso;
	uint64_t named, missing;	/* times that all callers were named, and that some are missing */
};

HASH_SET_TYPE(gap_rows, struct gap_row *)

/* Zero-initialised is empty. */
struct gap_table {
	uint64_t stacks, callers[CHAIN_CALLERS_NR];	/* user halves that were examined, by the outcome */
	uint64_t named, gaps;				/* callers named, places where some are missing */
	struct gap_row **rows;
	size_t nr, cap;
	struct gap_rows by_function;
};

void gap_table__exit(struct gap_table *t);
/* Counts @user, a user half that @nr stacks have; one that was not examined for gaps is ignored. */
void gap_table__add(struct gap_table *t, const struct chain_half *user, uint64_t nr);
/* Most missing first, then most named. */
void gap_table__sort(struct gap_table *t);

#endif /* PERF_CALLCHAIN_GAP_TABLE_H */
