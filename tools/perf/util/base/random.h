/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes pseudo-random numbers that are the same in each run. For hash tables use the seeded hashes of hash.h. */
#ifndef PERF_BASE_RANDOM_H
#define PERF_BASE_RANDOM_H

#include <stdint.h>

/* Mixes all bits of @x into all bits of the result (a bijection). */
static inline uint64_t random__mix(uint64_t x)
{
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ULL;
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ULL;
	x ^= x >> 32;
	return x;
}

/* Returns the next number of a sequence, and updates its state, *@state, which may begin with any number. */
static inline uint64_t random__next(uint64_t *state)
{
	*state += 0x9e3779b97f4a7c15ULL;
	return random__mix(*state);
}

#endif /* PERF_BASE_RANDOM_H */
