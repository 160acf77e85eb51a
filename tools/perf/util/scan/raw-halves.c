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

uint32_t raw_halves__look_up(struct raw_halves *h, const uint64_t *ips, size_t nr, uint64_t mix)
{
	struct half_key key = { .list = h->list, .half = { .ips = ips, .nr = nr } };
	uint32_t *number = half_numbers__place(&h->known, key);
	const bool known = *number;

	if (!known) {
		GROW(h->list, h->nr, h->cap);
		h->list[h->nr++] = key.half;
		*number = (uint32_t)h->nr;
	}
	if (!nr)
		return *number;
	if (recent_places__want(&h->places, known)) {
		free(h->recent);
		h->recent = xcalloc(recent_places__nr(&h->places), sizeof(*h->recent));
	}
	h->recent[recent_places__at(&h->places, mix)] = (struct recent_half){ .ips = ips, .nr = (uint32_t)nr, .number = *number };
	return *number;
}

void raw_halves__finish(struct raw_halves *h)
{
	half_numbers__exit(&h->known);
	zfree(&h->recent);
	h->places = (struct recent_places){ .shift = 0 };
}

void raw_halves__empty(struct raw_halves *h)
{
	raw_halves__finish(h);
	h->nr = 0;
}

void raw_halves__exit(struct raw_halves *h)
{
	raw_halves__finish(h);
	zfree(&h->list);
	*h = (struct raw_halves){ 0 };
}
