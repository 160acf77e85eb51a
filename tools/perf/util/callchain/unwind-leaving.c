// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/unwind-leaving.h"

bool unwind__is_leaving_x86(const unsigned char code[UNWIND_LEAVING_BYTES])
{
	if (code[0] == 0xc3 || code[0] == 0xc2 || (code[0] == 0xf3 && code[1] == 0xc3))
		return true;			/* ret; ret with a number; rep ret */
	if (code[0] == 0xf2 && code[1] == 0xc3)
		return true;			/* bnd ret */
	if (code[0] >= 0x58 && code[0] <= 0x5f)
		return true;			/* pop */
	if (code[0] == 0x41 && code[1] >= 0x58 && code[1] <= 0x5f)
		return true;			/* pop of r8 to r15 */
	if (code[0] == 0xe9)
		return true;			/* jmp, far */
	/* jmp through a register or memory; with a prefix for r8 to r15. */
	if (code[0] == 0x41)
		code++;
	return code[0] == 0xff && (code[1] >> 3 & 7) == 4;
}
