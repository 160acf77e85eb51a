// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/stack-top.h"

#include <string.h>

#include "util/callchain/repair.h"

/* Who makes a stack puts no more there: arguments, alignment, a word of its own. */
#define TOP_MAX	512

static uint64_t word_at(const struct repair_input *in, uint64_t at)
{
	uint32_t narrow;
	uint64_t word;

	if (in->narrow) {
		memcpy(&narrow, (const char *)in->stack + at, sizeof(narrow));
		return in->swap ? __builtin_bswap32(narrow) : narrow;
	}
	memcpy(&word, (const char *)in->stack + at, sizeof(word));
	return in->swap ? __builtin_bswap64(word) : word;
}

bool stack_top__is_at(const struct repair_input *in, uint64_t addr)
{
	uint64_t at = addr - in->sp, size = in->narrow ? sizeof(uint32_t) : sizeof(uint64_t), word;

	if (!in->stack_ends || addr < in->sp || at > in->stack_size || in->stack_size - at < size || in->stack_size - at > TOP_MAX + size)
		return false;
	for (at += size; in->stack_size - at >= size; at += size) {
		word = word_at(in, at);
		if (word && in->is_return(in->ctx, word & in->ra_mask))
			return false;
	}
	return true;
}
