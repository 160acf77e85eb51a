// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/byte-pool.h"

#include <string.h>

void byte_pool__exit(struct byte_pool *p)
{
	pool_items__exit(&p->items);
	arena__exit(&p->arena);
	*p = (struct byte_pool){ 0 };
}

const void *byte_pool__get(struct byte_pool *p, const void *data, size_t size)
{
	struct pool_item **place = pool_items__place(&p->items, (struct pool_key){ data, size }), *i = *place;

	if (i)
		return i->bytes;
	i = *place = arena__alloc(&p->arena, sizeof(*i) + size + 1);
	i->size = size;
	if (size)
		memcpy(i->bytes, data, size);
	i->bytes[size] = 0;
	return i->bytes;
}

const char *byte_pool__str(struct byte_pool *p, const char *s)
{
	return byte_pool__get(p, s, strlen(s));
}
