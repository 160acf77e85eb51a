/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an instruction does to the stack pointer, the frame pointer, copies of them in other registers, and to the words
 * of the stack, by libcapstone. For x86-64. Private to util/code: stack-depth.h makes rows of it.
 *
 * Whatever is not said here exactly is in @lost: a register that the instruction may have written.
 */
#ifndef PERF_CODE_STACK_EFFECT_H
#define PERF_CODE_STACK_EFFECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/call-insn.h"

/* The registers that are followed, as the instructions number them. */
enum { STACK_REGS = 16, STACK_SP = 4, STACK_FP = 5, STACK_NO_REG = -1, STACK_ANYWHERE = -2 };

/* DWARF's number of the register @reg; and the other way round, which is the same but for the first eight. Others stay as they are. */
static inline int stack_reg__to_dwarf(int reg)
{
	static const int8_t numbers[] = { 0, 2, 1, 3, 7, 6, 4, 5 };

	return reg >= 0 && reg < (int)sizeof(numbers) ? numbers[reg] : reg;
}

static inline int stack_reg__of_dwarf(int number)
{
	static const int8_t regs[] = { 0, 2, 1, 3, 6, 7, 5, 4 };

	return number >= 0 && number < (int)sizeof(regs) ? regs[number] : number;
}

enum stack_flow {
	STACK_ON,			/* goes on to the next instruction; also for system calls */
	STACK_CALL,			/* goes on there if what is called returns */
	STACK_JUMP,
	STACK_BRANCH,			/* may go on at @target, or at the next one */
	STACK_RET,
	STACK_STOP,			/* nothing runs behind it */
};

/* The parts happen in the order in which they stand here. */
struct stack_effect {
	uint8_t size;			/* bytes */
	uint8_t flow;			/* enum stack_flow */
	bool has_target;		/* a call, jump or branch to @target; without it what it leads to is not known */
	bool pads;			/* it only fills a gap between functions, or in front of a loop */
	uint64_t target;
	/*
	 * A store of @store_size bytes to @store_base + @store_at: of register @store_reg, with STACK_NO_REG of
	 * something else. The base is STACK_NO_REG if there is no store, STACK_ANYWHERE if it is not a register.
	 */
	int8_t store_base, store_reg;
	uint16_t store_size;
	int32_t store_at;
	int8_t move_to, move_from;	/* a register becomes another one + @move_add; from STACK_NO_REG: @move_add alone */
	int32_t move_add;
	int8_t load_to, load_base;	/* a word at @load_base + @load_at */
	int32_t load_at;
	int8_t align_reg;		/* the register is rounded down to a multiple of 1 << @align_bits */
	uint8_t align_bits;
	int8_t read_to;			/* a MOV reads a word for it, at any place in memory; it may be lost as well */
	int32_t sp_add;
	uint16_t lost;			/* a bit for each register that has a value then which is not known */
};

struct stack_effects;

/*
 * Returns a decoder, which the caller deletes; NULL for another machine, or if libcapstone cannot be loaded or was not
 * built in.
 */
struct stack_effects *stack_effects__new(enum call_machine machine);
void stack_effects__delete(struct stack_effects *e);
/*
 * Decodes the instruction in the @size bytes at @code, whose address is @addr. False: there is none, or it is longer.
 */
bool stack_effects__decode(struct stack_effects *e, const unsigned char *code, size_t size, uint64_t addr, struct stack_effect *ret);

#endif /* PERF_CODE_STACK_EFFECT_H */
