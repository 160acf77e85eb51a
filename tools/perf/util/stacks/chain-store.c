// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/chain-store.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"

/* What is looked up, and where those that are known lie. */
struct chain_key {
	struct stored_chain *const *chains;
	const uint32_t *places;
	uint32_t nr;
};

static inline uint64_t chain_numbers__hash(struct chain_key key)
{
	return hash_bytes(key.places, key.nr * sizeof(*key.places), 0);
}

static inline bool chain_numbers__is(uint32_t number, struct chain_key key)
{
	const struct stored_chain *c = key.chains[number - 1];

	return c->nr == key.nr && !memcmp(c->places, key.places, key.nr * sizeof(*key.places));
}

HASH_SET(chain_numbers, struct chain_key, uint32_t)

struct chain_store {
	struct arena arena;
	struct stored_chain **chains;
	size_t nr, cap;
	struct chain_numbers known;	/* id + 1 */
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
	chain_numbers__exit(&s->known);
	free(s);
}

uint32_t chain_store__add(struct chain_store *s, const uint32_t *places, uint32_t nr)
{
	uint32_t *number = chain_numbers__place(&s->known, (struct chain_key){ s->chains, places, nr });
	struct stored_chain *c;

	if (*number)
		return *number - 1;
	c = arena__alloc(&s->arena, sizeof(*c) + nr * sizeof(*places));
	c->nr = nr;
	memcpy(c->places, places, nr * sizeof(*places));
	GROW(s->chains, s->nr, s->cap);
	s->chains[s->nr++] = c;
	*number = (uint32_t)s->nr;
	return *number - 1;
}

size_t chain_store__nr(const struct chain_store *s)
{
	return s->nr;
}

const struct stored_chain *chain_store__get(const struct chain_store *s, uint32_t id)
{
	return s->chains[id];
}
