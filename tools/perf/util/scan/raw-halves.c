// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/raw-halves.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

struct half_key {
	const struct raw_half *list;
	struct raw_half half;
};

static inline uint64_t half_numbers__hash(struct half_key k)
{
	return hash_words(k.half.ips, k.half.nr, 0);
}

static inline bool half_numbers__is(uint32_t number, struct half_key k)
{
	const struct raw_half *h = &k.list[number - 1];

	return h->nr == k.half.nr && (!h->nr || !memcmp(h->ips, k.half.ips, h->nr * sizeof(*h->ips)));
}

HASH_SET_FUNCTIONS(half_numbers, struct half_key, uint32_t)

uint32_t raw_halves__look_up(struct raw_halves *h, const uint64_t *ips, size_t nr, struct recent_half *place)
{
	struct half_key key = { .list = h->list, .half = { .ips = ips, .nr = nr } };
	uint32_t *number = half_numbers__place(&h->known, key);

	if (!*number) {
		GROW(h->list, h->nr, h->cap);
		h->list[h->nr++] = key.half;
		*number = (uint32_t)h->nr;
	}
	if (!place)
		return *number;
	if (!place->nr)
		h->used[h->nr_used++] = (uint16_t)(place - h->recent);
	*place = (struct recent_half){ .ips = ips, .nr = (uint32_t)nr, .number = *number };
	return *number;
}

void raw_halves__finish(struct raw_halves *h)
{
	half_numbers__exit(&h->known);
}

void raw_halves__empty(struct raw_halves *h)
{
	half_numbers__exit(&h->known);
	h->nr = 0;
	while (h->nr_used)
		h->recent[h->used[--h->nr_used]] = (struct recent_half){ .nr = 0 };
}

void raw_halves__exit(struct raw_halves *h)
{
	half_numbers__exit(&h->known);
	zfree(&h->list);
	*h = (struct raw_halves){ 0 };
}
