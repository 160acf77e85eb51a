// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/sample-kinds.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

struct part_key {
	const struct sample_part *list;
	struct sample_part part;
};

static inline uint64_t hash_of_part(const struct sample_part *p)
{
	return hash_words(p->ips, sample_part__nr_ips(p), hash_combine(hash_combine(p->ip, p->task), p->head));
}

static inline uint64_t part_numbers__hash(struct part_key k)
{
	return hash_of_part(&k.part);
}

static inline bool part_numbers__is(uint32_t number, struct part_key k)
{
	return sample_part__equal(&k.list[number - 1], &k.part);
}

static inline uint64_t part_numbers__hash_of(uint32_t number, struct part_key any)
{
	return hash_of_part(&any.list[number - 1]);
}

HASH_NUMBERS_FUNCTIONS(part_numbers, struct part_key)

struct kind_key {
	const struct sample_kind *list;
	struct sample_kind kind;
};

static inline uint64_t hash_of_kind(struct sample_kind kind)
{
	return hash_u64((uint64_t)kind.part << 32 | kind.user);
}

static inline uint64_t kind_numbers__hash(struct kind_key k)
{
	return hash_of_kind(k.kind);
}

static inline bool kind_numbers__is(uint32_t number, struct kind_key k)
{
	return k.list[number - 1].part == k.kind.part && k.list[number - 1].user == k.kind.user;
}

static inline uint64_t kind_numbers__hash_of(uint32_t number, struct kind_key any)
{
	return hash_of_kind(any.list[number - 1]);
}

HASH_NUMBERS_FUNCTIONS(kind_numbers, struct kind_key)

static uint32_t number_of(struct sample_kinds *k, struct sample_kind kind)
{
	bool is_new;
	uint32_t number = kind_numbers__number(&k->kind_numbers, (struct kind_key){ .list = k->list, .kind = kind }, &is_new);

	if (!is_new)
		return number;
	if (number >= KINDS_MAX)
		alloc__failed();
	GROW(k->list, k->nr, k->cap);
	k->list[k->nr++] = kind;
	return number;
}

uint32_t sample_kinds__plain(struct sample_kinds *k, const struct sample_part *part)
{
	bool is_new;
	uint32_t number = part_numbers__number(&k->part_numbers, (struct part_key){ .list = k->parts, .part = *part }, &is_new);

	if (is_new) {
		GROW(k->parts, k->nr_parts, k->cap_parts);
		k->parts[k->nr_parts++] = *part;
	}
	return number_of(k, (struct sample_kind){ .part = number });
}

/* By the table, and what is found there gets @place; NULL: its first. */
static __attribute__((noinline)) uint32_t by_table(struct sample_kinds *k, uint32_t plain, uint32_t user, struct recent_kind *place)
{
	const uint64_t asked = sample_kinds__asked(plain, user);
	const size_t nr = k->nr;
	const uint32_t kind = number_of(k, (struct sample_kind){ .part = sample_kinds__get(k, plain).part, .user = user });

	if (recent_places__want(&k->places, k->nr == nr)) {
		k->recent = recent_places__more(&k->places, k->recent, sizeof(*k->recent));
		place = NULL;
	}
	if (!place)
		place = &k->recent[sample_kinds__recent_at(k, asked)];
	*place = (struct recent_kind){ .asked = asked, .kind = kind };
	return kind;
}

uint32_t sample_kinds__find_with(struct sample_kinds *k, uint32_t plain, uint32_t user)
{
	const uint64_t asked = sample_kinds__asked(plain, user);
	unsigned int tries = k->recent ? RECENT_TRIES : 0;
	size_t at = tries ? sample_kinds__recent_at(k, asked) : 0;

	for (; tries; tries--, at = recent_places__next(&k->places, at)) {
		struct recent_kind *place = &k->recent[at];

		if (!place->asked)
			return by_table(k, plain, user, place);
		if (place->asked == asked)
			return place->kind;
	}
	return by_table(k, plain, user, NULL);
}

static void forget_recent(struct sample_kinds *k)
{
	zfree(&k->seen);
	zfree(&k->recent);
	k->places = k->seen_places = (struct recent_places){ .shift = 0 };
}

void sample_kinds__finish(struct sample_kinds *k)
{
	forget_recent(k);
	part_numbers__exit(&k->part_numbers);
	kind_numbers__exit(&k->kind_numbers);
}

void sample_kinds__forget_parts(struct sample_kinds *k)
{
	size_t i;

	zfree(&k->parts);
	k->nr_parts = k->cap_parts = 0;
	for (i = 0; i < k->nr; i++)
		k->list[i].part = 0;
}

void sample_kinds__empty(struct sample_kinds *k)
{
	sample_kinds__finish(k);
	k->nr = k->nr_parts = 0;
}

void sample_kinds__exit(struct sample_kinds *k)
{
	sample_kinds__finish(k);
	free(k->parts);
	free(k->list);
	*k = (struct sample_kinds){ .nr = 0 };
}
