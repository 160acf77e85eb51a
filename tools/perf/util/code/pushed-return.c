// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/pushed-return.h"

#include <string.h>

#define OPERAND	4	/* bytes */

/* Does an instruction that takes four bytes as they are have them at @at: a push, or a move into a register or into memory? */
static bool takes_number(const unsigned char *code, size_t at)
{
	if (code[at - 1] == 0x68 || (code[at - 1] & 0xf8) == 0xb8)
		return true;
	return (at >= 2 && code[at - 2] == 0xc7 && (code[at - 1] & 0xf8) == 0xc0) ||
	       (at >= 3 && code[at - 3] == 0xc7 && code[at - 2] == 4 && code[at - 1] == 0x24);
}

/* lea distance(%rip),%register */
static bool takes_distance(const unsigned char *code, size_t at)
{
	return at >= 3 && (code[at - 3] & 0xfb) == 0x48 && code[at - 2] == 0x8d && (code[at - 1] & 0xc7) == 5;
}

bool pushed_return__is_named(enum call_machine machine, const unsigned char *code, size_t size, uint64_t addr)
{
	size_t at;

	if (machine != CALL_MACHINE_X86_64)
		return false;
	for (at = 1; size >= OPERAND && at <= size - OPERAND; at++) {
		int32_t operand;

		memcpy(&operand, code + at, OPERAND);
		if ((operand == (int64_t)(size - at - OPERAND) && takes_distance(code, at)) ||
		    ((uint64_t)(int64_t)operand == addr && takes_number(code, at)))
			return true;
	}
	return false;
}
