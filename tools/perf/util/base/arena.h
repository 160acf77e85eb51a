/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory that is freed all at once. A zeroed arena is empty. */
#ifndef PERF_BASE_ARENA_H
#define PERF_BASE_ARENA_H

#include <stddef.h>

struct arena {
	struct arena_block *blocks;
	char *pos, *end;
	size_t total;		/* bytes taken from malloc */
};

void arena__exit(struct arena *a);
/* All that is in @from lives as long as @to, and @from is empty. */
void arena__take(struct arena *to, struct arena *from);
/* Returns @size bytes, 8-byte aligned and not zeroed. They are valid until arena__exit(). */
void *arena__alloc(struct arena *a, size_t size);
void *arena__zalloc(struct arena *a, size_t size);
void *arena__memdup(struct arena *a, const void *p, size_t size);
char *arena__strdup(struct arena *a, const char *s);
char *arena__strndup(struct arena *a, const char *s, size_t n);

#endif /* PERF_BASE_ARENA_H */
