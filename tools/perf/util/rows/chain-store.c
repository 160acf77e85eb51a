// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/chain-store.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"

struct chain_store {
	struct arena arena;
	struct stored_chain **chains;
	size_t nr, cap;
	struct slot {
		uint32_t id;		/* + 1; 0: free */
		uint32_t hash;
	} *slots;
	size_t nr_slots;		/* a power of two */
};

struct chain_store *chain_store__new(void)
{
	return xzalloc(sizeof(struct chain_store));
}

void chain_store__delete(struct chain_store *s)
{
	if (!s)
		return;
	arena__exit(&s->arena);
	free(s->chains);
	free(s->slots);
	free(s);
}

static void grow(struct chain_store *s)
{
	size_t nr = s->nr_slots ? s->nr_slots * 2 : 256, i, j;
	struct slot *slots = xcalloc(nr, sizeof(*slots));

	for (i = 0; i < s->nr_slots; i++) {
		if (!s->slots[i].id)
			continue;
		for (j = s->slots[i].hash & (nr - 1); slots[j].id; j = (j + 1) & (nr - 1))
			;
		slots[j] = s->slots[i];
	}
	free(s->slots);
	s->slots = slots;
	s->nr_slots = nr;
}

uint32_t chain_store__add(struct chain_store *s, const uint32_t *places, uint32_t nr)
{
	uint32_t hash = (uint32_t)hash_bytes(places, nr * sizeof(*places), 0);
	struct stored_chain *c;
	size_t i;

	if (s->nr * 2 >= s->nr_slots)
		grow(s);
	for (i = hash & (s->nr_slots - 1); s->slots[i].id; i = (i + 1) & (s->nr_slots - 1)) {
		c = s->chains[s->slots[i].id - 1];
		if (s->slots[i].hash == hash && c->nr == nr &&
		    !memcmp(c->places, places, nr * sizeof(*places)))
			return s->slots[i].id - 1;
	}
	c = arena__alloc(&s->arena, sizeof(*c) + nr * sizeof(*places));
	c->nr = nr;
	memcpy(c->places, places, nr * sizeof(*places));
	GROW(s->chains, s->nr, s->cap);
	s->chains[s->nr++] = c;
	s->slots[i] = (struct slot){ .id = (uint32_t)s->nr, .hash = hash };
	return (uint32_t)s->nr - 1;
}

const struct stored_chain *chain_store__get(const struct chain_store *s, uint32_t id)
{
	return s->chains[id];
}
