/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds which memory an instruction accesses, by libcapstone. For x86-64 only. Private to util/code. */
#ifndef PERF_CODE_INSN_MEMORY_H
#define PERF_CODE_INSN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum insn_memory_kind {
	INSN_NO_MEMORY,		/* it accesses no memory, or it is not known which */
	INSN_STACK,		/* the stack, which is no operand of it: push, pop, call, ret */
	INSN_CANARY,		/* the word at %fs:0x28, or in a kernel at %gs:0x28, which guards the stack */
	INSN_ADDRESS,		/* at @address, maybe with an index */
	INSN_REGISTER,		/* at a register and @disp, maybe with an index */
};

struct insn_memory {
	enum insn_memory_kind kind;
	int base;		/* DWARF's number of the register */
	int64_t disp;		/* bytes */
	uint64_t address;	/* for INSN_ADDRESS; as linked, if the instruction's address was */
	bool per_cpu;		/* through %gs: in a kernel, the variable of this CPU; in other code nobody knows */
	bool indexed;		/* the value of a register is added: an element of an array */
	uint8_t scale;		/* with an index: what it is multiplied by */
	uint8_t size;		/* bytes that are accessed; 0: not known */
};

/* Decodes the instruction at @code (of at most @size bytes), whose address is @addr, and sets *@ret. */
void insn_memory__decode(const unsigned char *code, size_t size, uint64_t addr, struct insn_memory *ret);

#endif /* PERF_CODE_INSN_MEMORY_H */
