// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/sample-table.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* The key is compared and hashed as bytes: it must not have any that belong to no field. */
_Static_assert(sizeof(struct sample_key) == 8 * 8 + 4 * 4, "padding in struct sample_key");

void sample_table__exit(struct sample_table *t)
{
	free(t->groups);
	free(t->slots);
	*t = (struct sample_table){ 0 };
}

void sample_table__clear(struct sample_table *t)
{
	t->nr = 0;
	if (t->slots)
		memset(t->slots, 0, t->nr_slots * sizeof(*t->slots));
}

static void grow(struct sample_table *t)
{
	size_t nr = t->nr_slots ? t->nr_slots * 2 : 1024, i, j;

	free(t->slots);
	t->slots = xcalloc(nr, sizeof(*t->slots));
	t->nr_slots = nr;
	for (i = 0; i < t->nr; i++) {
		for (j = t->groups[i].hash & (nr - 1); t->slots[j]; j = (j + 1) & (nr - 1))
			;
		t->slots[j] = (uint32_t)i + 1;
	}
}

struct sample_group *sample_table__get(struct sample_table *t, const struct sample_key *key)
{
	uint64_t words[sizeof(*key) / 8], hash;
	struct sample_group *g;
	size_t i;

	memcpy(words, key, sizeof(words));
	hash = hash_words(words, sizeof(words) / sizeof(words[0]), 0);
	if (t->nr * 2 >= t->nr_slots)
		grow(t);
	for (i = hash & (t->nr_slots - 1); t->slots[i]; i = (i + 1) & (t->nr_slots - 1)) {
		g = &t->groups[t->slots[i] - 1];
		if (g->hash == hash && !memcmp(&g->key, key, sizeof(*key)))
			return g;
	}
	GROW(t->groups, t->nr, t->cap);
	g = &t->groups[t->nr++];
	*g = (struct sample_group){ .key = *key, .hash = hash };
	t->slots[i] = (uint32_t)t->nr;
	return g;
}
