/* SPDX-License-Identifier: GPL-2.0-only */
/* Which memory an instruction accesses, by libcapstone. x86-64 only so far. Private to util/symbol. */
#ifndef PERF_CODE_INSN_MEMORY_H
#define PERF_CODE_INSN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum insn_memory_kind {
	INSN_NO_MEMORY,		/* none, or not known */
	INSN_STACK,		/* push, pop, call, ret: the stack, without naming it */
	INSN_CANARY,		/* the word at %fs:0x28, which guards the stack */
	INSN_ADDRESS,		/* at @address, maybe with an index */
	INSN_REGISTER,		/* at a register and @disp, maybe with an index */
};

struct insn_memory {
	enum insn_memory_kind kind;
	int base;		/* DWARF's number of the register */
	int64_t disp;		/* bytes */
	uint64_t address;	/* as the code's own addresses */
	bool indexed;		/* by a register: an element of an array */
};

/* Takes the instruction at @code (of at most @size bytes), which lies at @addr, apart. */
void insn_memory__decode(const unsigned char *code, size_t size, uint64_t addr, struct insn_memory *ret);

#endif /* PERF_CODE_INSN_MEMORY_H */
