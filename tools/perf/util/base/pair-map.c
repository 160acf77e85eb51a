// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/pair-map.h"

#include "util/base/alloc.h"
#include "util/base/hash.h"

void pair_map__exit(struct pair_map *m)
{
	free(m->slots);
	*m = (struct pair_map){ 0 };
}

static struct pair_map_slot *slot_of(const struct pair_map *m, uint64_t a, uint64_t b)
{
	/* The first word is mixed before the second one is added: neighbours in both must not meet. */
	size_t i = hash_combine(hash_u64(a), b) & (m->cap - 1);

	while (m->slots[i].val && (m->slots[i].a != a || m->slots[i].b != b))
		i = (i + 1) & (m->cap - 1);
	return &m->slots[i];
}

void *pair_map__find(const struct pair_map *m, uint64_t a, uint64_t b)
{
	return m->cap ? slot_of(m, a, b)->val : NULL;
}

void pair_map__set(struct pair_map *m, uint64_t a, uint64_t b, void *val)
{
	struct pair_map_slot *s;

	if (2 * (m->nr + 1) > m->cap) {
		struct pair_map bigger = { .nr = m->nr, .cap = m->cap ? 2 * m->cap : 16 };
		size_t i;

		bigger.slots = xcalloc(bigger.cap, sizeof(*bigger.slots));
		pair_map__for_each(m, i)
			*slot_of(&bigger, m->slots[i].a, m->slots[i].b) = m->slots[i];
		free(m->slots);
		*m = bigger;
	}
	s = slot_of(m, a, b);
	if (!s->val)
		m->nr++;
	*s = (struct pair_map_slot){ a, b, val };
}
