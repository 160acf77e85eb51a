// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/stack-top.h"

#include <string.h>

#include "util/callchain/repair.h"

/* Who makes a stack puts no more there: arguments, alignment, a word of its own. */
#define TOP_MAX	512

bool stack_top__is_at(const struct repair_input *in, uint64_t addr)
{
	uint64_t at = addr - in->sp, size = repair_input__word_size(in), word;

	if (!in->stack_ends || addr < in->sp || at > in->stack_size || in->stack_size - at < size || in->stack_size - at > TOP_MAX + size)
		return false;
	for (at += size; in->stack_size - at >= size; at += size) {
		word = repair_input__word(in, repair_input__raw_word(in, (const char *)in->stack + at));
		if (word && in->is_return(in->ctx, word & in->ra_mask))
			return false;
	}
	return true;
}
