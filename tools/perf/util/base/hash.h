/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hash functions, and tables whose key is a number.
 *
 * Recordings come from other people: if anybody could compute the hashes, a file could contain keys that all collide, which
 * makes each lookup as slow as in a list. So all hashes depend on a seed that differs in each process. Nothing that is
 * printed, written or sorted may depend on a hash, or on the order in which a table is walked: PERF_TEST_HASH_SEED in the
 * environment sets the seed, and tests/shell/test_hash_seed.sh compares the output with different seeds.
 */
#ifndef PERF_BASE_HASH_H
#define PERF_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-table.h"

/* The seed of this process, set before main(); the second number is odd. */
extern uint64_t hash_seed[2];

/* Returns the xor of both halves of the 128-bit product of @a and @b. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
#else
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
	uint64_t mid = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;

	return (a * b) ^ (hh + (lh >> 32) + (hl >> 32) + (mid >> 32));
#endif
}

static inline uint64_t hash_u64(uint64_t x)
{
	return hash_fold(x ^ hash_seed[0], hash_seed[1]);
}

/* Returns a hash of the pair (@h, @v); that of (@v, @h) is different. */
static inline uint64_t hash_combine(uint64_t h, uint64_t v)
{
	return hash_fold(h ^ hash_seed[0], v ^ hash_seed[1]);
}

/* Returns a hash of @n u64s; it is fast, for callchains. @seed: a hash of the other parts of the key, or 0. */
uint64_t hash_words(const uint64_t *words, size_t n, uint64_t seed);
uint64_t hash_bytes(const void *data, size_t n, uint64_t seed);
uint64_t hash_str(const char *s);

/*
 * A table from a number or an address to VAL (see hash-table.h). NAME__set() sets or replaces a value, which must not be
 * zero.
 */
#define U64_MAP(NAME, VAL)									\
HASH_FN_ uint64_t NAME##__hash(uint64_t key)							\
{												\
	return hash_u64(key);									\
}												\
												\
HASH_FN_ bool NAME##__same(uint64_t a, uint64_t b)						\
{												\
	return a == b;										\
}												\
												\
HASH_MAP(NAME, uint64_t, VAL)									\
												\
HASH_FN_ void NAME##__set(struct NAME *t, uint64_t key, VAL val)				\
{												\
	*NAME##__place(t, key) = val;								\
}

/* Tables from a number to a number, to a text. */
U64_MAP(u64num, uint64_t)
U64_MAP(u64text, const char *)

#endif /* PERF_BASE_HASH_H */
