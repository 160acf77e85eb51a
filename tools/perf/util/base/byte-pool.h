/* SPDX-License-Identifier: GPL-2.0-only */
/* Keeps one copy of each string or small array, so that equal bytes have equal pointers. */
#ifndef PERF_BASE_BYTE_POOL_H
#define PERF_BASE_BYTE_POOL_H

#include <stddef.h>

#include "util/base/arena.h"
#include "util/base/hash.h"

struct pool_item {
	size_t size;
	char bytes[];
};

/* The bytes that are looked up in the items. */
struct pool_key {
	const void *data;
	size_t size;
};

static inline uint64_t pool_items__hash(struct pool_key key)
{
	return hash_bytes(key.data, key.size, 0);
}

static inline bool pool_items__is(const struct pool_item *item, struct pool_key key)
{
	return item->size == key.size && (!key.size || !memcmp(item->bytes, key.data, key.size));
}

HASH_SET(pool_items, struct pool_key, struct pool_item *)

/* A zeroed pool is empty. */
struct byte_pool {
	struct pool_items items;
	struct arena arena;
};

void byte_pool__exit(struct byte_pool *p);
/*
 * Returns the one copy of the @size bytes at @data: 8-byte aligned, followed by a zero byte. It is valid as long as @p
 * exists.
 */
const void *byte_pool__get(struct byte_pool *p, const void *data, size_t size);
const char *byte_pool__str(struct byte_pool *p, const char *s);

#endif /* PERF_BASE_BYTE_POOL_H */
