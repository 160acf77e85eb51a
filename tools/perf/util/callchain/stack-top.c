// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/stack-top.h"

#include <string.h>

#include "util/callchain/repair.h"

#define WORD	8	/* bytes */
/* Who makes a stack puts no more there: arguments, alignment, a word of its own. */
#define TOP_MAX	512

bool stack_top__is_at(const struct repair_input *in, uint64_t addr)
{
	uint64_t at = addr - in->sp, word;

	if (!in->stack_ends || addr < in->sp || at > in->stack_size || in->stack_size - at < WORD || in->stack_size - at > TOP_MAX + WORD)
		return false;
	for (at += WORD; in->stack_size - at >= WORD; at += WORD) {
		memcpy(&word, (const char *)in->stack + at, WORD);
		if (in->swap)
			word = __builtin_bswap64(word);
		if (word && in->is_return(in->ctx, word & in->ra_mask))
			return false;
	}
	return true;
}
