/* SPDX-License-Identifier: GPL-2.0-only */
/* Strings and small arrays, each kept once: equal bytes are equal pointers. */
#ifndef PERF_BASE_BYTE_POOL_H
#define PERF_BASE_BYTE_POOL_H

#include <stddef.h>

#include "util/base/arena.h"
#include "util/base/hash.h"

/* Zero-initialised is empty. */
struct byte_pool {
	struct u64map items;	/* hash of the bytes -> the first item with it */
	struct arena arena;
};

void byte_pool__exit(struct byte_pool *p);
/* The one copy of @size bytes at @data: 8-byte aligned, a zero byte behind it. Lives as long as @p. */
const void *byte_pool__get(struct byte_pool *p, const void *data, size_t size);
const char *byte_pool__str(struct byte_pool *p, const char *s);

#endif /* PERF_BASE_BYTE_POOL_H */
