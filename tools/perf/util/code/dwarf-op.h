/* SPDX-License-Identifier: GPL-2.0-only */
/* DWARF's numbers of the operations that unwind tables are made of (DW_OP_*; DWARF 5, 7.7.1). */
#ifndef PERF_CODE_DWARF_OP_H
#define PERF_CODE_DWARF_OP_H

enum {
	OP_ADDR = 0x03, OP_DEREF = 0x06, OP_CONST1U = 0x08, OP_CONST1S, OP_CONST2U, OP_CONST2S, OP_CONST4U, OP_CONST4S,
	OP_CONST8U, OP_CONST8S, OP_CONSTU, OP_CONSTS, OP_DUP = 0x12, OP_DROP = 0x13, OP_PICK = 0x15, OP_AND = 0x1a,
	OP_MINUS = 0x1c, OP_MUL = 0x1e, OP_OR = 0x21, OP_PLUS = 0x22, OP_PLUS_UCONST = 0x23, OP_SHL = 0x24, OP_SHR = 0x25,
	OP_BRA = 0x28, OP_EQ = 0x29, OP_GE = 0x2a, OP_GT = 0x2b, OP_LE = 0x2c, OP_LT = 0x2d, OP_NE = 0x2e, OP_SKIP = 0x2f,
	OP_LIT0 = 0x30, OP_LIT31 = 0x4f, OP_REG31 = 0x6f, OP_BREG0 = 0x70, OP_BREG7 = 0x77, OP_BREG31 = 0x8f, OP_REGX = 0x90,
	OP_FBREG = 0x91, OP_BREGX = 0x92, OP_DEREF_SIZE = 0x94, OP_NOP = 0x96, OP_CALL_FRAME_CFA = 0x9c, OP_STACK_VALUE = 0x9f,
	/* The constants, from the first one to the last one. */
	OP_CONST_FIRST = OP_CONST1U, OP_CONST_LAST = OP_CONSTS,
};

#endif /* PERF_CODE_DWARF_OP_H */
