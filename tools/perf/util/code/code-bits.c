// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/code-bits.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>

#include "util/base/alloc.h"

void code_bits__init(struct code_bits *b, const struct elf_view *elf)
{
	uint64_t low = UINT64_MAX, last = 0;
	size_t i;

	*b = (struct code_bits){ .elf = elf };
	for (i = 0; i < elf->nr_loads; i++) {
		const struct elf_part *part = &elf->loads[i];

		if (!(part->flags & PF_X) || !part->size)
			continue;
		b->words[i] = xcalloc(part->size / 64 + 1, sizeof(*b->words[i]));
		low = part->addr < low ? part->addr : low;
		last = part->addr + part->size - 1 > last ? part->addr + part->size - 1 : last;
	}
	b->low = low;
	b->size = last >= low ? last - low + 1 : 0;
}

void code_bits__exit(struct code_bits *b)
{
	size_t i;

	for (i = 0; i < b->elf->nr_loads; i++)
		free(b->words[i]);
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Returns whether they are in order. */
static bool take_part(uint64_t *words, const struct elf_part *part, size_t most, struct address_list *ret)
{
	uint64_t addr, before = ret->nr ? ret->list[ret->nr - 1] : 0;
	bool sorted = true;
	size_t at;

	for (at = 0; at <= part->size / 64; at++) {
		for (; words[at]; words[at] &= words[at] - 1) {
			if (ret->nr > most)
				continue;
			addr = part->addr + at * 64 + (unsigned int)__builtin_ctzll(words[at]);
			sorted &= addr >= before;
			before = addr;
			GROW(ret->list, ret->nr, ret->cap);
			ret->list[ret->nr++] = addr;
		}
	}
	return sorted;
}

void code_bits__take(struct code_bits *b, size_t most, struct address_list *ret)
{
	bool sorted = true;
	size_t i;

	for (i = 0; i < b->elf->nr_loads; i++)
		if (b->words[i])
			sorted &= take_part(b->words[i], &b->elf->loads[i], most, ret);
	if (ret->nr > most)
		ret->nr = 0;
	/* Segments may lie in any order. */
	if (!sorted && ret->nr)
		qsort(ret->list, ret->nr, sizeof(*ret->list), by_address);
}
