/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables whose key is a pair of numbers (see hash-table.h). A pair does not fit into the key of a U64_MAP without losing
 * bits, and a hash of both numbers cannot be the key, because different pairs can have the same hash.
 */
#ifndef PERF_BASE_PAIR_MAP_H
#define PERF_BASE_PAIR_MAP_H

#include <stdint.h>

#include "util/base/hash.h"

struct pair {
	uint64_t a, b;
};

static inline struct pair pair_of(uint64_t a, uint64_t b)
{
	return (struct pair){ a, b };
}

static inline uint64_t pair__hash(struct pair p)
{
	/* The first number is mixed before the second one is added: neighbours in both must not meet. */
	return hash_combine(hash_u64(p.a), p.b);
}

static inline bool pair__same(struct pair x, struct pair y)
{
	return x.a == y.a && x.b == y.b;
}

/* A table from a pair to VAL, which must not be zero. */
#define PAIR_MAP(NAME, VAL)									\
HASH_FN_ uint64_t NAME##__hash(struct pair p)							\
{												\
	return pair__hash(p);									\
}												\
												\
HASH_FN_ bool NAME##__same(struct pair x, struct pair y)					\
{												\
	return pair__same(x, y);								\
}												\
												\
HASH_MAP(NAME, struct pair, VAL)

/* A table from a pair to a number. */
PAIR_MAP(pair_num, uint64_t)

#endif /* PERF_BASE_PAIR_MAP_H */
