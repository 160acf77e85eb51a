/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables from two numbers to a pointer or a number (see hash-table.h). Two numbers do not fit into one key of a u64map
 * without losing bits: a hash of both is no key, because different pairs share it.
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

static inline uint64_t pair_map__hash(struct pair p)
{
	/* The first number is mixed before the second one is added: neighbours in both must not meet. */
	return hash_combine(hash_u64(p.a), p.b);
}

static inline bool pair_map__same(struct pair x, struct pair y)
{
	return x.a == y.a && x.b == y.b;
}

HASH_MAP(pair_map, struct pair, void *)

/* The same, from two numbers to a number. */
static inline uint64_t pair_num__hash(struct pair p)
{
	return pair_map__hash(p);
}

static inline bool pair_num__same(struct pair x, struct pair y)
{
	return pair_map__same(x, y);
}

HASH_MAP(pair_num, struct pair, uint64_t)

#endif /* PERF_BASE_PAIR_MAP_H */
