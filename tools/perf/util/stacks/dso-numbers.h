/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers of dsos, equal for those of equal short names, in the order in which names come up. Private to util/stacks. */
#ifndef PERF_STACKS_DSO_NUMBERS_H
#define PERF_STACKS_DSO_NUMBERS_H

#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/symbol/dso.h"

struct dso_name_number;

HASH_SET_TYPE(dso_name_set, struct dso_name_number *)

/* All zero: none yet. */
struct dso_numbers {
	struct u64num by_dso;
	struct dso_name_set names;
};

/* Gives @dso, which has none yet, a number: see below. */
uint32_t dso_numbers__add(struct dso_numbers *n, struct arena *arena, const struct dso *dso);
/* Returns the number of @dso, whose short name is borrowed; 0 if it is NULL. @arena, the same each time, gets what is remembered. */
static inline uint32_t dso_numbers__get(struct dso_numbers *n, struct arena *arena, const struct dso *dso)
{
	uint64_t known = dso ? u64num__find(&n->by_dso, (uintptr_t)dso) : 0;

	return known || !dso ? (uint32_t)known : dso_numbers__add(n, arena, dso);
}
void dso_numbers__exit(struct dso_numbers *n);

#endif /* PERF_STACKS_DSO_NUMBERS_H */
