/* SPDX-License-Identifier: GPL-2.0-only */
/* Hash functions, and a small table from a u64 key to a pointer. */
#ifndef PERF_BASE_HASH_H
#define PERF_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Mixes all bits of @x into all bits of the result (a bijection). */
static inline uint64_t hash_u64(uint64_t x)
{
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ULL;
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ULL;
	x ^= x >> 32;
	return x;
}

static inline uint64_t hash_combine(uint64_t h, uint64_t v)
{
	return hash_u64(h ^ (v + 0x9e3779b97f4a7c15ULL));
}

/* Hash of @n words, fast: for callchains. */
uint64_t hash_words(const uint64_t *words, size_t n, uint64_t seed);
uint64_t hash_bytes(const void *data, size_t n, uint64_t seed);
uint64_t hash_str(const char *s);

/* Open addressing; zero-initialised is empty. Does not own its values. */
struct u64map {
	struct u64map_slot {
		uint64_t key;
		void *val;		/* NULL: free slot */
	} *slots;
	size_t nr, cap;			/* used, allocated (a power of two) */
};

void u64map__exit(struct u64map *m);
/* NULL when @key is not there. */
void *u64map__find(const struct u64map *m, uint64_t key);
/* Sets or replaces; @val must not be NULL. */
void u64map__set(struct u64map *m, uint64_t key, void *val);

#define u64map__for_each(m, i)					\
	for ((i) = 0; (i) < (m)->cap; (i)++)			\
		if ((m)->slots[i].val)

#endif /* PERF_BASE_HASH_H */
