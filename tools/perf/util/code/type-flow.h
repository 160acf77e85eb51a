/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Follows pointers through the registers of a function: what a register points to before each instruction, on every way
 * that leads there. Private to util/code: dwarf-flow.c knows types, which are numbers here. For x86-64.
 *
 * Only what certainly holds is kept. Where two ways meet with other types in a register, nothing is known of it; what
 * nothing in the function jumps to may be entered from anywhere (an exception's handler), with any registers. A
 * function with a jump that does not say where it leads (a table, a computed one) is not followed at all: it might lead
 * anywhere in between. Words on the stack are not followed, but for variables that debug information says are there.
 */
#ifndef PERF_CODE_TYPE_FLOW_H
#define PERF_CODE_TYPE_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/insn-memory.h"
#include "util/code/stack-effect.h"

/* Points to @offset bytes behind the beginning of something of @type; 0: not known. */
struct type_pointer {
	uint32_t type;
	int32_t offset;
};

/* What debug information says; @ctx is handed on. Each is asked at most once for an instruction. */
struct type_source {
	void *ctx;
	/* The variable that @reg (DWARF's number) + @add is, or points to, where the instruction at @addr begins. */
	struct type_pointer (*variable)(void *ctx, uint64_t addr, int reg, int64_t add);
	/* The word that the instruction at @addr reads at @mem: where it points to, by a variable. */
	struct type_pointer (*word)(void *ctx, uint64_t addr, const struct insn_memory *mem);
	/* The word that is read at @mem, whose base points to @p. */
	struct type_pointer (*member)(void *ctx, struct type_pointer p, const struct insn_memory *mem);
	/*
	 * What the call that comes back to @addr returns; @target: the function that it calls, 0 if the instruction
	 * does not say.
	 */
	struct type_pointer (*returned)(void *ctx, uint64_t addr, uint64_t target);
};

struct type_flow;

/* Returns an empty one, which the caller deletes. */
struct type_flow *type_flow__new(void);
void type_flow__delete(struct type_flow *f);
/*
 * Adds the @size bytes of code at @addr (as linked), one range of the function; all are added before it is followed.
 * Returns false if they are not instructions, or too many.
 */
bool type_flow__add(struct type_flow *f, struct stack_effects *effects, const unsigned char *code, size_t size,
		    uint64_t addr);
/* Follows it. Returns false if that is not possible. */
bool type_flow__run(struct type_flow *f, const struct type_source *source);
/* Where @reg (DWARF's number) points to before the instruction at @addr. */
struct type_pointer type_flow__at(const struct type_flow *f, uint64_t addr, int reg);

#endif /* PERF_CODE_TYPE_FLOW_H */
