// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/sample-table.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* The key is compared and hashed as bytes: it must not have any that belong to no field. */
_Static_assert(sizeof(struct sample_key) == 7 * sizeof(void *) + 8 + 4 * 4, "padding in struct sample_key");

/* What is looked up, and where the groups lie. */
struct group_key {
	const struct sample_group *groups;
	const struct sample_key *key;
};

static inline uint64_t sample_numbers__hash(struct group_key k)
{
	uint64_t words[sizeof(*k.key) / 8];	/* of 32 bits: but for its last four bytes, which are compared */

	memcpy(words, k.key, sizeof(words));
	return hash_words(words, sizeof(words) / sizeof(words[0]), 0);
}

static inline bool sample_numbers__is(uint32_t number, struct group_key k)
{
	return !memcmp(&k.groups[number - 1].key, k.key, sizeof(*k.key));
}

HASH_SET_FUNCTIONS(sample_numbers, struct group_key, uint32_t)

void sample_table__exit(struct sample_table *t)
{
	free(t->groups);
	sample_numbers__exit(&t->known);
	*t = (struct sample_table){ 0 };
}

void sample_table__clear(struct sample_table *t)
{
	t->nr = 0;
	sample_numbers__clear(&t->known);
	memset(t->recent, 0, sizeof(t->recent));
}

/* Where the group of @key is looked for first. */
static uint32_t *recent_place(struct sample_table *t, const struct sample_key *key)
{
	uint64_t mix = (uintptr_t)key->user ^ (uintptr_t)key->kernel >> 3 ^ (uintptr_t)key->ip << 7 ^ (uintptr_t)key->comm << 11 ^
		       (uintptr_t)key->cells << 5 ^ (uint64_t)key->tid << 23;

	return &t->recent[mix * 0x9e3779b97f4a7c15ULL >> 32 & (SAMPLE_TABLE_RECENT - 1)];
}

static struct sample_group *look_up(struct sample_table *t, const struct sample_key *key, uint32_t *recent)
{
	uint32_t *number = sample_numbers__place(&t->known, (struct group_key){ t->groups, key });

	if (!*number) {
		GROW(t->groups, t->nr, t->cap);
		t->groups[t->nr++] = (struct sample_group){ .key = *key };
		*number = (uint32_t)t->nr;
	}
	*recent = *number;
	return &t->groups[*number - 1];
}

struct sample_group *sample_table__get(struct sample_table *t, const struct sample_key *key)
{
	uint32_t *recent = recent_place(t, key);

	if (*recent && !memcmp(&t->groups[*recent - 1].key, key, sizeof(*key)))
		return &t->groups[*recent - 1];
	return look_up(t, key, recent);
}
