/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads /etc/ld.so.cache, in which glibc's loader finds libraries by their names. */
#ifndef PERF_CODE_LOADER_CACHE_H
#define PERF_CODE_LOADER_CACHE_H

#include <stddef.h>

struct loader_cache {
	char *data;			/* owned; NULL: there is no cache, or its format is not known */
	size_t size, begin;		/* bytes; the offset of the part from which name offsets count */
};

/* Loads the cache at @path. If it cannot be read, @c is empty. */
void loader_cache__load(struct loader_cache *c, const char *path);
void loader_cache__exit(struct loader_cache *c);
/*
 * Calls @take with each path that the cache has for @name, except those for special CPUs, until @take returns nonzero.
 * Returns this value, or 0.
 */
int loader_cache__find(const struct loader_cache *c, const char *name, int (*take)(void *ctx, const char *path),
		       void *ctx);

#endif /* PERF_CODE_LOADER_CACHE_H */
