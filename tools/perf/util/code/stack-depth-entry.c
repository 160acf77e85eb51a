// SPDX-License-Identifier: GPL-2.0-only
/* What runs first in a program, which needs no proof by what follows: no way leads around it. */
#include "util/code/stack-depth-internal.h"

#include <string.h>

#include "util/base/alloc.h"

#define ENTRY_MAX	256	/* bytes; libraries have some ten instructions there */

bool stack_depth__is_entry(struct stack_depth *d, const struct stack_depth_input *in, uint64_t entry, uint64_t addr)
{
	const struct stack_graph *g = stack_depth__begin_graph(d, in, false);
	struct stack_effect e = { .flow = STACK_ON };
	uint64_t at;

	if (entry < in->start || entry > addr || addr - entry > ENTRY_MAX)
		return false;
	for (at = entry; e.flow == STACK_ON && at - entry <= ENTRY_MAX; at += e.size)
		if (at >= in->end ||
		    !stack_effects__decode(g->effects, in->code + (at - in->start), (size_t)(in->end - at), at, &e))
			return false;
	/* Behind the call is still the same code. */
	return (addr < at && (e.flow == STACK_CALL || e.flow == STACK_JUMP)) || (e.flow == STACK_CALL && addr == at);
}

/* The address that the instruction at @at, of @size bytes, puts into the register of the first argument; 0: it does not. */
static uint64_t first_argument(const unsigned char *code, size_t size, uint64_t at)
{
	/* mov $NUMBER,%edi; mov $NUMBER,%rdi, with four bytes and with eight; lea DISTANCE(%rip),%rdi */
	static const unsigned char begins[][3] = { { 0xbf }, { 0x48, 0xc7, 0xc7 }, { 0x48, 0xbf }, { 0x48, 0x8d, 0x3d } };
	static const size_t sizes[] = { 1, 3, 2, 3 };
	uint64_t number;
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(begins); i++) {
		size_t left = i == 2 ? 8 : 4;

		if (size != sizes[i] + left || memcmp(code, begins[i], sizes[i]) != 0)
			continue;
		for (number = 0, k = left; k--;)
			number = number << 8 | code[sizes[i] + k];
		if (i == 1 || i == 3)
			number = (uint64_t)(int64_t)(int32_t)number;
		return i == 3 ? at + size + number : number;
	}
	return 0;
}

uint64_t stack_depth__main(struct stack_depth *d, const struct stack_depth_input *in, uint64_t entry)
{
	const struct stack_graph *g = stack_depth__begin_graph(d, in, false);
	struct stack_effect e = { .flow = STACK_ON };
	uint64_t at = entry, argument, found = 0;

	for (; e.flow == STACK_ON && at - entry <= ENTRY_MAX; at += e.size) {
		const unsigned char *code = in->code + (at - in->start);

		if (at < in->start || at >= in->end || !stack_effects__decode(g->effects, code, (size_t)(in->end - at), at, &e))
			return 0;
		argument = first_argument(code, e.size, at);
		if (argument)
			found = argument;
	}
	return e.flow == STACK_CALL ? found : 0;
}
