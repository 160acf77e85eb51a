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

/* By the table, and what is found there gets @place; NULL: its first. */
static __attribute__((noinline)) uint32_t by_table(struct raw_halves *h, struct raw_half half, uint64_t mix, struct recent_half *place)
{
	uint32_t *number = half_numbers__place(&h->known, (struct half_key){ .list = h->list, .half = half });
	const bool known = *number;

	if (!known) {
		GROW(h->list, h->nr, h->cap);
		h->list[h->nr++] = half;
		*number = (uint32_t)h->nr;
	}
	if (!half.nr)
		return *number;
	if (recent_places__want(&h->places, known)) {
		h->recent = recent_places__more(&h->places, h->recent, sizeof(*h->recent));
		place = NULL;
	}
	if (!place)
		place = &h->recent[recent_places__at(&h->places, mix)];
	*place = (struct recent_half){ .ips = half.ips, .nr = (uint32_t)half.nr, .number = *number };
	return *number;
}

uint32_t raw_halves__look_up(struct raw_halves *h, const uint64_t *ips, size_t nr, uint64_t mix)
{
	const struct raw_half half = { .ips = ips, .nr = nr };
	unsigned int tries = nr && h->recent ? RECENT_TRIES : 0;
	size_t at = tries ? recent_places__at(&h->places, mix) : 0;

	for (; tries; tries--, at = recent_places__next(&h->places, at)) {
		struct recent_half *place = &h->recent[at];

		if (!place->nr)
			return by_table(h, half, mix, place);
		if (recent_half__is(place, ips, nr))
			return place->number;
	}
	return by_table(h, half, mix, NULL);
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
