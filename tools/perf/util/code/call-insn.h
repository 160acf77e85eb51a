/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls, of x86 and aarch64, told by their bytes alone: which call ends in front of an address? No library is needed for it, as
 * calls have few forms. What they lead to in the end, and all other instructions, are the matter of disasm.h.
 */
#ifndef PERF_CODE_CALL_INSN_H
#define PERF_CODE_CALL_INSN_H

#include <stddef.h>
#include <stdint.h>

/* So many bytes in front of an address are enough. */
#define CALL_INSN_MAX	7

enum call_machine { CALL_MACHINE_UNKNOWN, CALL_MACHINE_X86_64, CALL_MACHINE_I386, CALL_MACHINE_AARCH64 };

/* Which instruction is before an address. */
enum call_kind {
	CALL_UNKNOWN,			/* the code cannot be read, or its instructions are not known */
	CALL_NONE,			/* no call: nothing returns to this address */
	CALL_DIRECT,
	CALL_INDIRECT,
};

struct call_before {
	enum call_kind kind;
	uint64_t target;		/* for CALL_DIRECT: the address that it calls */
};

/*
 * Finds the call that ends with the @size bytes at @code, which @end is the address behind. x86 has no marks where instructions
 * begin: the end of another instruction may look like a call, but where none is found there is none.
 */
void call_insn__before(enum call_machine machine, const unsigned char *code, size_t size, uint64_t end, struct call_before *ret);
/* The machine that `uname -m` calls @arch; NULL, where a recording does not tell: this one. */
enum call_machine call_machine__of(const char *arch);

#endif /* PERF_CODE_CALL_INSN_H */
