// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/hash.h"

#include <string.h>

#include "util/base/alloc.h"

uint64_t hash_words(const uint64_t *words, size_t n, uint64_t seed)
{
	uint64_t a = seed ^ 0x9e3779b97f4a7c15ULL, b = n;
	size_t i;

	/* Two independent lanes: the multiplications of one overlap those of the other. */
	for (i = 0; i + 2 <= n; i += 2) {
		a = (a ^ words[i]) * 0xd6e8feb86659fd93ULL;
		b = (b ^ words[i + 1]) * 0xa0761d6478bd642fULL;
		a ^= a >> 29;
		b ^= b >> 31;
	}
	if (i < n)
		a = (a ^ words[i]) * 0xd6e8feb86659fd93ULL;
	return hash_u64(a + hash_u64(b));
}

uint64_t hash_bytes(const void *data, size_t n, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t h = seed ^ (n * 0x9e3779b97f4a7c15ULL), w;

	for (; n >= 8; n -= 8, p += 8) {
		memcpy(&w, p, 8);
		h = (h ^ w) * 0xd6e8feb86659fd93ULL;
		h ^= h >> 29;
	}
	w = 0;
	if (n)
		memcpy(&w, p, n);
	return hash_u64((h ^ w) * 0xa0761d6478bd642fULL);
}

uint64_t hash_str(const char *s)
{
	return hash_bytes(s, strlen(s), 0);
}

void u64map__exit(struct u64map *m)
{
	free(m->slots);
	*m = (struct u64map){ 0 };
}

static struct u64map_slot *slot_of(const struct u64map *m, uint64_t key)
{
	size_t i = hash_u64(key) & (m->cap - 1);

	while (m->slots[i].val && m->slots[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return &m->slots[i];
}

void *u64map__find(const struct u64map *m, uint64_t key)
{
	return m->cap ? slot_of(m, key)->val : NULL;
}

void u64map__set(struct u64map *m, uint64_t key, void *val)
{
	struct u64map_slot *s;

	if (2 * (m->nr + 1) > m->cap) {
		struct u64map bigger = { .nr = m->nr, .cap = m->cap ? 2 * m->cap : 16 };
		size_t i;

		bigger.slots = xcalloc(bigger.cap, sizeof(*bigger.slots));
		u64map__for_each(m, i)
			*slot_of(&bigger, m->slots[i].key) = m->slots[i];
		free(m->slots);
		*m = bigger;
	}
	s = slot_of(m, key);
	if (!s->val)
		m->nr++;
	*s = (struct u64map_slot){ key, val };
}
