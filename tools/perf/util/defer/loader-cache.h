/* SPDX-License-Identifier: GPL-2.0-only */
/* /etc/ld.so.cache, in which glibc's loader finds libraries by their names. */
#ifndef PERF_DEFER_LOADER_CACHE_H
#define PERF_DEFER_LOADER_CACHE_H

#include <stddef.h>

struct loader_cache {
	char *data;			/* owned; NULL: there is none, or none of a known form */
	size_t size, begin;		/* bytes; where the part with names by offset begins */
};

/* Loads @path. No cache is an empty one. */
void loader_cache__load(struct loader_cache *c, const char *path);
void loader_cache__exit(struct loader_cache *c);
/*
 * Calls @take with the paths that are known for @name, those for the plain CPU only, until it returns nonzero: which is
 * returned, else 0.
 */
int loader_cache__find(const struct loader_cache *c, const char *name, int (*take)(void *ctx, const char *path),
		       void *ctx);

#endif /* PERF_DEFER_LOADER_CACHE_H */
