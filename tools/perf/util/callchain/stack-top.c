// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/stack-top.h"

#include <string.h>

#include "util/callchain/repair.h"

/* Who makes a stack puts no more there: arguments, alignment, a word of its own. */
#define TOP_MAX	512

/* The page that follows a stack may be another one, of which the lower end is looked at, where nothing has been put yet. */
#define BARE_MAX	4096

static bool has_return(const struct repair_input *in, uint64_t at, uint64_t end)
{
	uint64_t size = repair_input__word_size(in), word;

	for (; end - at >= size; at += size) {
		word = repair_input__word(in, repair_input__raw_word(in, (const char *)in->stack + at));
		if (word && in->is_return(in->ctx, word & in->ra_mask))
			return true;
	}
	return false;
}

bool stack_top__is_bare(const struct repair_input *in, uint64_t addr)
{
	uint64_t at = addr - in->sp;

	if (addr < in->sp || at > in->stack_size)
		return false;
	return !has_return(in, at, in->stack_size - at > BARE_MAX ? at + BARE_MAX : in->stack_size);
}

bool stack_top__is_at(const struct repair_input *in, uint64_t addr)
{
	uint64_t at = addr - in->sp, size = repair_input__word_size(in);

	if (!in->stack_ends || addr < in->sp || at > in->stack_size || in->stack_size - at < size || in->stack_size - at > TOP_MAX + size)
		return false;
	return !has_return(in, at + size, in->stack_size);
}

bool stack_top__is_alone(const struct repair_input *in, uint64_t addr)
{
	uint64_t at = addr - in->sp, size = repair_input__word_size(in);

	if (addr < in->sp || at > in->stack_size || in->stack_size - at < (in->stack_ends ? size : BARE_MAX + size))
		return false;
	return !has_return(in, at + size, in->stack_size);
}
