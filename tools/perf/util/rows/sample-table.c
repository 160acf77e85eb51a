// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/sample-table.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* The key is compared and hashed as bytes: it must not have any that belong to no field. */
_Static_assert(sizeof(struct sample_key) == 7 * sizeof(void *) + 8 + 4 * 4, "padding in struct sample_key");

/* What is looked up, and where the groups lie. */
struct group_key {
	const struct sample_table *table;
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
	return !memcmp(&sample_table__group(k.table, number - 1)->key, k.key, sizeof(*k.key));
}

HASH_SET_FUNCTIONS(sample_numbers, struct group_key, uint32_t)

void sample_table__exit(struct sample_table *t)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(t->pieces); i++)
		free(t->pieces[i]);
	sample_numbers__exit(&t->known);
	*t = (struct sample_table){ 0 };
}

void sample_table__clear(struct sample_table *t)
{
	t->nr = 0;
	sample_numbers__clear(&t->known);
}

uint32_t sample_table__get(struct sample_table *t, const struct sample_key *key)
{
	uint32_t *number = sample_numbers__place(&t->known, (struct group_key){ t, key });

	if (*number)
		return *number - 1;
	if (!t->pieces[t->nr / SAMPLE_TABLE_PIECE])
		t->pieces[t->nr / SAMPLE_TABLE_PIECE] = xmalloc(SAMPLE_TABLE_PIECE * sizeof(struct sample_group));
	*sample_table__group(t, t->nr++) = (struct sample_group){ .key = *key };
	*number = (uint32_t)t->nr;
	return *number - 1;
}
