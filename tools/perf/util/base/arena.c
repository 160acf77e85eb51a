// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

struct arena_block {
	struct arena_block *next;
	char data[] __attribute__((aligned(8)));
};

#define BLOCK_SIZE	(64 * 1024)

void arena__exit(struct arena *a)
{
	struct arena_block *b, *next;

	for (b = a->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = (struct arena){ 0 };
}

void arena__take(struct arena *to, struct arena *from)
{
	struct arena_block **last = &from->blocks;

	while (*last)
		last = &(*last)->next;
	*last = to->blocks;
	to->blocks = from->blocks;
	to->total += from->total;
	*from = (struct arena){ 0 };
}

void *arena__alloc(struct arena *a, size_t size)
{
	void *p;

	size = (size + 7) & ~(size_t)7;
	if (size > (size_t)(a->end - a->pos)) {
		size_t room = size > BLOCK_SIZE / 4 ? size : BLOCK_SIZE;
		struct arena_block *b = xmalloc(sizeof(*b) + room);

		b->next = a->blocks;
		a->blocks = b;
		a->total += sizeof(*b) + room;
		/* A large piece gets a block of its own and leaves the present one in use. */
		if (room == size)
			return b->data;
		a->pos = b->data;
		a->end = b->data + room;
	}
	p = a->pos;
	a->pos += size;
	return p;
}

void *arena__zalloc(struct arena *a, size_t size)
{
	void *p = arena__alloc(a, size);

	/* An arena that has nothing yet has no address for nothing. */
	if (size)
		memset(p, 0, size);
	return p;
}

void *arena__memdup(struct arena *a, const void *p, size_t size)
{
	void *copy = arena__alloc(a, size);

	if (size)
		memcpy(copy, p, size);
	return copy;
}

char *arena__strndup(struct arena *a, const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = arena__alloc(a, len + 1);

	memcpy(copy, s, len);
	copy[len] = 0;
	return copy;
}

char *arena__strdup(struct arena *a, const char *s)
{
	return arena__strndup(a, s, strlen(s));
}
