/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long an instruction of x86-64 is, and whether it moves the stack pointer or writes the frame pointer, by its bytes alone: some
 * dozen steps, where libcapstone takes thousands. For who has to go through much code to see whether a closer look is worth it.
 * Private to util/code.
 */
#ifndef PERF_CODE_INSN_OUTLINE_H
#define PERF_CODE_INSN_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct insn_outline {
	uint8_t size;			/* bytes */
	bool ends;			/* what stands behind it is reached from elsewhere alone */
	bool calls, returns;
	bool moves_sp;			/* but for what a call or a return does */
	bool sp_known;			/* it adds @sp_add, bytes, and nothing else */
	bool writes_fp;
	int32_t sp_add;
};

/*
 * Sets *@ret to what the instruction is with which the @size bytes at @code begin. False: there are not so many, or it is none that
 * compilers write.
 */
bool insn_outline__read(const unsigned char *code, size_t size, struct insn_outline *ret);
/* The same of an instruction whose parts are known. */
struct insn_bytes;
void insn_outline__of(const struct insn_bytes *i, struct insn_outline *ret);

#endif /* PERF_CODE_INSN_OUTLINE_H */
