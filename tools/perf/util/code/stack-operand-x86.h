/* SPDX-License-Identifier: GPL-2.0-only */
/* Operands of x86-64's instructions for stack-effect-x86.c. Only where perf is built with libcapstone. */
#ifndef PERF_CODE_STACK_OPERAND_X86_H
#define PERF_CODE_STACK_OPERAND_X86_H

#include "util/code/capstone.h"
#include "util/code/stack-effect.h"

/* Returns the number of the register that @reg, libcapstone's, is, or is a part of. STACK_NO_REG: none of the sixteen. */
int stack_operand__part(unsigned int reg);
/* The same of an operand that is a whole register; STACK_NO_REG: it is something else. */
int stack_operand__whole(const cs_x86_op *op);
/*
 * "register + displacement" of the program's own memory: returns the register's number, and sets *@ret_at to the displacement, bytes.
 * STACK_ANYWHERE: @mem is something else.
 */
int stack_operand__base(const x86_op_mem *mem, int32_t *ret_at);

#endif /* PERF_CODE_STACK_OPERAND_X86_H */
