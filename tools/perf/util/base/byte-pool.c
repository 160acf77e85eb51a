// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/byte-pool.h"

#include <string.h>

struct item {
	struct item *next;	/* of the same hash */
	size_t size;
	char bytes[];
};

void byte_pool__exit(struct byte_pool *p)
{
	u64map__exit(&p->items);
	arena__exit(&p->arena);
	*p = (struct byte_pool){ 0 };
}

const void *byte_pool__get(struct byte_pool *p, const void *data, size_t size)
{
	uint64_t hash = hash_bytes(data, size, 0);
	struct item *first = u64map__find(&p->items, hash), *i;

	for (i = first; i; i = i->next)
		if (i->size == size && (!size || !memcmp(i->bytes, data, size)))
			return i->bytes;
	i = arena__alloc(&p->arena, sizeof(*i) + size + 1);
	i->next = first;
	i->size = size;
	if (size)
		memcpy(i->bytes, data, size);
	i->bytes[size] = 0;
	u64map__set(&p->items, hash, i);
	return i->bytes;
}

const char *byte_pool__str(struct byte_pool *p, const char *s)
{
	return byte_pool__get(p, s, strlen(s));
}
