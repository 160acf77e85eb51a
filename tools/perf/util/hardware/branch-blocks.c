// SPDX-License-Identifier: GPL-2.0-only
#include "util/hardware/branch-blocks.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/callchain/chain.h"

struct block_key {
	const struct frame *f;		/* in the function */
	uint64_t end;
};

static inline uint64_t block_set__hash(struct block_key key)
{
	return hash_combine((uintptr_t)key.f->sym, key.end);
}

static inline bool block_set__is(const struct branch_block *block, struct block_key key)
{
	return block->sym == key.f->sym && block->end == key.end;
}

HASH_SET_FUNCTIONS(block_set, struct block_key, struct branch_block *)

void branch_blocks__exit(struct branch_blocks *b)
{
	free(b->blocks);
	block_set__exit(&b->known);
	arena__exit(&b->arena);
	*b = (struct branch_blocks){ 0 };
}

static struct branch_block *block_of(struct branch_blocks *b, const struct frame *f, uint64_t end)
{
	struct branch_block **block = block_set__place(&b->known, (struct block_key){ f, end });

	if (*block)
		return *block;
	*block = arena__zalloc(&b->arena, sizeof(**block));
	(*block)->dso = f->map->dso;
	(*block)->sym = f->sym;
	(*block)->end = end;
	GROW(b->blocks, b->nr, b->cap);
	return b->blocks[b->nr++] = *block;
}

/* From the start of its function; @ret only if it has one. */
static bool offset_of(const struct frame *f, uint64_t *ret)
{
	if (!f->map || !f->sym)
		return false;
	*ret = map__to_dso(f->map, f->ip) - f->sym->start;
	return true;
}

void branch_blocks__add(struct branch_blocks *b, const struct frame *start, const struct frame *end, uint64_t cycles)
{
	struct branch_block *block;
	uint64_t from, to;

	b->cycles += cycles;
	if (!cycles || !offset_of(end, &to))
		return;
	block = block_of(b, end, to);
	block->cycles += cycles;
	block->nr++;
	/* Only within a function it is sure to be one piece. */
	if (!start || start->sym != end->sym || !offset_of(start, &from) || from >= to)
		return;
	if (!block->has_start || from < block->start)
		block->start = from;
	block->has_start = true;
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare(const void *va, const void *vb)
{
	const struct branch_block *a = *(struct branch_block *const *)va, *b = *(struct branch_block *const *)vb;
	int r = compare_u64(b->cycles, a->cycles);

	/* As perf has it, the last name first. */
	if (!r)
		r = strcmp(b->sym->name, a->sym->name);
	if (!r)
		r = compare_u64(a->start, b->start);
	if (!r)
		r = compare_u64(a->end, b->end);
	if (!r)
		r = strcmp(a->dso->long_name, b->dso->long_name);
	return r ? r : compare_u64(a->sym->start, b->sym->start);
}

void branch_blocks__sort(struct branch_blocks *b)
{
	size_t i;

	b->averages = 0;
	for (i = 0; i < b->nr; i++)
		b->averages += branch_block__average(b->blocks[i]);
	if (b->nr)
		qsort(b->blocks, b->nr, sizeof(*b->blocks), compare);
}
