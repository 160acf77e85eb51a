// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stitch-table.h"

#define BLOCK_OBJECTS	256
#define MIN_SLOTS	64

/* In front of the objects of a block; as large as the strictest alignment. */
union block {
	union block *next;
	max_align_t align;
};

int stitch_pool__reserve(struct stitch_pool *pool)
{
	union block *block;
	size_t i;

	if (pool->free)
		return 0;
	block = malloc(sizeof(*block) + BLOCK_OBJECTS * pool->size);
	if (!block)
		return -ENOMEM;
	block->next = pool->blocks;
	pool->blocks = block;
	for (i = BLOCK_OBJECTS; i-- > 0;)
		stitch_pool__give(pool, (char *)(block + 1) + i * pool->size);
	return 0;
}

void *stitch_pool__take(struct stitch_pool *pool)
{
	void *object;

	if (stitch_pool__reserve(pool))
		return NULL;
	object = pool->free;
	memcpy(&pool->free, object, sizeof(void *));
	return memset(object, 0, pool->size);
}

void stitch_pool__give(struct stitch_pool *pool, void *object)
{
	memcpy(object, &pool->free, sizeof(void *));
	pool->free = object;
}

void stitch_pool__exit(struct stitch_pool *pool)
{
	union block *block = pool->blocks, *next;

	for (; block; block = next) {
		next = block->next;
		free(block);
	}
	pool->blocks = pool->free = NULL;
}

int stitch_table__init(struct stitch_table *t)
{
	t->nr = 0;
	t->nr_slots = MIN_SLOTS;
	t->slots = calloc(t->nr_slots, sizeof(*t->slots));
	return t->slots ? 0 : -ENOMEM;
}

void stitch_table__exit(struct stitch_table *t)
{
	free(t->slots);
	t->slots = NULL;
}

static struct stitch_link **slot_of(const struct stitch_table *t, uint64_t hash)
{
	return &t->slots[hash & (t->nr_slots - 1)];
}

struct stitch_link *stitch_table__slot(const struct stitch_table *t, uint64_t hash)
{
	return *slot_of(t, hash);
}

bool stitch_table__crowded(const struct stitch_table *t)
{
	return t->nr >= t->nr_slots;
}

void stitch_table__grow(struct stitch_table *t)
{
	struct stitch_table old = *t;
	size_t i;

	t->slots = calloc(old.nr_slots * 2, sizeof(*t->slots));
	if (!t->slots) {
		t->slots = old.slots;
		return;
	}
	t->nr = 0;
	t->nr_slots = old.nr_slots * 2;
	for (i = 0; i < old.nr_slots; i++) {
		struct stitch_link *link = old.slots[i], *next;

		for (; link; link = next) {
			next = link->next;
			stitch_table__insert(t, link);
		}
	}
	free(old.slots);
}

void stitch_table__insert(struct stitch_table *t, struct stitch_link *link)
{
	struct stitch_link **slot = slot_of(t, link->hash);

	link->next = *slot;
	*slot = link;
	t->nr++;
}

void stitch_table__remove(struct stitch_table *t, struct stitch_link *link)
{
	struct stitch_link **at = slot_of(t, link->hash);

	while (*at != link)
		at = &(*at)->next;
	*at = link->next;
	t->nr--;
}
