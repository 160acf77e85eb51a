// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/stack-effect-x86.h"

#include "util/code/stack-operand-x86.h"

#define WORD	8	/* bytes */

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11 };

/* By the psABI a function may leave anything in them. */
#define CLOBBERED (1U << RAX | 1U << RCX | 1U << RDX | 1U << RSI | 1U << RDI | 1U << R8 | 1U << R9 | 1U << R10 | 1U << R11)

static void lose(struct stack_effect *ret, int reg)
{
	if (reg >= 0)
		ret->lost |= (uint16_t)(1U << reg);
}

/*
 * Those whose first operand is only read. Of any other a register there counts as written, whatever libcapstone says.
 */
static bool only_reads(const cs_insn *insn)
{
	switch (insn->id) {
	case X86_INS_CMP: case X86_INS_TEST: case X86_INS_BT: case X86_INS_NOP: case X86_INS_PUSH: case X86_INS_CALL:
	case X86_INS_JMP: case X86_INS_MUL: case X86_INS_DIV: case X86_INS_IDIV:
		return true;
	case X86_INS_IMUL:
		return insn->detail->x86.op_count == 1;
	default:
		return false;
	}
}

static void lose_written(const cs_insn *insn, struct stack_effect *ret)
{
	const cs_x86 *x = &insn->detail->x86;
	unsigned int i;

	for (i = 0; i < insn->detail->regs_write_count; i++)
		lose(ret, stack_operand__part(insn->detail->regs_write[i]));
	for (i = 0; i < x->op_count; i++)
		if (x->operands[i].type == X86_OP_REG && ((!i && !only_reads(insn)) || x->operands[i].access & CS_AC_WRITE))
			lose(ret, stack_operand__part(x->operands[i].reg));
}

/* Any operand in memory may be written, if the instruction is not one that is known to read only. */
static void store_somewhere(const cs_insn *insn, struct stack_effect *ret)
{
	const cs_x86 *x = &insn->detail->x86;
	const cs_x86_op *op = &x->operands[0];

	if (!x->op_count || op->type != X86_OP_MEM || only_reads(insn))
		return;
	ret->store_base = (int8_t)stack_operand__base(&op->mem, &ret->store_at);
	/* What saves the state of the floating-point unit says no size, or a small one. */
	ret->store_size = op->size && op->size <= 64 ? op->size : 4096;
}

static void add_immediate(const cs_x86 *x, bool sub, struct stack_effect *ret)
{
	int to = stack_operand__whole(&x->operands[0]);
	int64_t imm = x->operands[1].imm;

	if (to < 0 || x->operands[1].type != X86_OP_IMM || imm < -INT32_MAX || imm > INT32_MAX)
		return;
	ret->move_to = ret->move_from = (int8_t)to;
	ret->move_add = (int32_t)(sub ? -imm : imm);
}

static void take_mov(const cs_x86 *x, struct stack_effect *ret)
{
	const cs_x86_op *to = &x->operands[0], *from = &x->operands[1];
	int base;

	if (from->type == X86_OP_REG && to->type == X86_OP_REG) {
		ret->move_to = (int8_t)stack_operand__whole(to);
		ret->move_from = (int8_t)stack_operand__whole(from);
		if (ret->move_from < 0)
			ret->move_to = STACK_NO_REG;
	} else if (from->type == X86_OP_MEM && to->type == X86_OP_REG) {
		ret->read_to = (int8_t)stack_operand__whole(to);
		base = stack_operand__base(&from->mem, &ret->load_at);
		if (base < 0 || stack_operand__whole(to) < 0)
			return;
		ret->load_base = (int8_t)base;
		ret->load_to = (int8_t)stack_operand__whole(to);
	} else if (to->type == X86_OP_MEM && ret->store_base >= 0) {
		ret->store_reg = (int8_t)stack_operand__whole(from);
	}
}

static void take_lea(const cs_x86 *x, struct stack_effect *ret)
{
	const cs_x86_op *from = &x->operands[1];
	int to = stack_operand__whole(&x->operands[0]);
	int32_t at;
	int base = stack_operand__base(&from->mem, &at);

	if (to < 0 || base < 0 || from->mem.disp < -INT32_MAX || from->mem.disp > INT32_MAX)
		return;
	ret->move_to = (int8_t)to;
	ret->move_from = (int8_t)base;
	ret->move_add = at;
}

/* Of 8 bytes to a page: what stacks are aligned to. */
static void take_and(const cs_x86 *x, struct stack_effect *ret)
{
	int to = stack_operand__whole(&x->operands[0]);
	uint8_t bits;

	if (to < 0 || x->operands[1].type != X86_OP_IMM)
		return;
	for (bits = 3; bits <= 12; bits++)
		if (x->operands[1].imm == -((int64_t)1 << bits)) {
			ret->align_reg = (int8_t)to;
			ret->align_bits = bits;
		}
}

static void push(struct stack_effect *ret, int reg)
{
	ret->store_base = STACK_SP;
	ret->store_at = -WORD;
	ret->store_size = WORD;
	ret->store_reg = (int8_t)reg;
	ret->sp_add = -WORD;
}

static void take_push(const cs_x86 *x, struct stack_effect *ret)
{
	/* Of 16 bits only with a prefix, which nobody writes. */
	if (x->operands[0].size != WORD && x->operands[0].type != X86_OP_IMM) {
		lose(ret, RSP);
		return;
	}
	push(ret, stack_operand__whole(&x->operands[0]));
}

/* Pushes the frame pointer, and makes a frame with some room. With other levels it copies frame pointers, which nobody uses. */
static void take_enter(const cs_x86 *x, struct stack_effect *ret)
{
	if (x->op_count != 2 || x->operands[1].imm & 31) {
		lose(ret, RSP);
		lose(ret, RBP);
		return;
	}
	push(ret, STACK_FP);
	ret->move_to = STACK_FP;
	ret->move_from = STACK_SP;
	ret->move_add = -WORD;
	ret->sp_add -= (int32_t)(x->operands[0].imm & UINT16_MAX);
}

static void take_pop(const cs_x86 *x, struct stack_effect *ret)
{
	int to = stack_operand__whole(&x->operands[0]);

	if (to < 0 || to == RSP) {
		lose(ret, RSP);
		return;
	}
	ret->load_to = (int8_t)to;
	ret->load_base = STACK_SP;
	ret->sp_add = WORD;
}

/* A register exclusive-ored with itself, whole or its lower half: zero. */
static bool take_zero(const cs_x86 *x, struct stack_effect *ret)
{
	int to = x->op_count == 2 && x->operands[0].type == X86_OP_REG && x->operands[1].type == X86_OP_REG &&
				 x->operands[0].reg == x->operands[1].reg && x->operands[0].size >= 4 ? stack_operand__part(x->operands[0].reg)
												      : STACK_NO_REG;

	ret->move_to = (int8_t)to;
	return to >= 0;
}

/* What is understood exactly. The register that it writes is not lost then. */
static void take_known(const cs_insn *insn, struct stack_effect *ret)
{
	const cs_x86 *x = &insn->detail->x86;

	switch (insn->id) {
	case X86_INS_MOV: case X86_INS_MOVABS:
		take_mov(x, ret);
		break;
	case X86_INS_LEA:
		take_lea(x, ret);
		break;
	case X86_INS_ADD: case X86_INS_SUB:
		add_immediate(x, insn->id == X86_INS_SUB, ret);
		break;
	case X86_INS_AND:
		take_and(x, ret);
		break;
	case X86_INS_XOR:
		take_zero(x, ret);
		break;
	case X86_INS_PUSH:
		ret->lost = 0;
		take_push(x, ret);
		return;
	case X86_INS_POP:
		ret->lost = 0;
		take_pop(x, ret);
		return;
	case X86_INS_PUSHFQ:
		ret->lost = 0;
		push(ret, STACK_NO_REG);
		return;
	case X86_INS_POPFQ:
		ret->sp_add = WORD;
		ret->lost = 0;
		return;
	case X86_INS_ENTER:
		ret->lost = 0;
		take_enter(x, ret);
		return;
	case X86_INS_LEAVE:
		ret->move_to = STACK_SP;
		ret->move_from = STACK_FP;
		ret->load_to = STACK_FP;
		ret->load_base = STACK_SP;
		ret->sp_add = WORD;
		ret->lost = 0;
		return;
	default:
		return;
	}
	if (ret->move_to >= 0)
		ret->lost &= (uint16_t)~(1U << ret->move_to);
	if (ret->align_reg >= 0)
		ret->lost &= (uint16_t)~(1U << ret->align_reg);
	if (ret->load_to >= 0)
		ret->lost &= (uint16_t)~(1U << ret->load_to);
}

static bool in_group(const cs_insn *insn, unsigned int group)
{
	unsigned int i;

	for (i = 0; i < insn->detail->groups_count; i++)
		if (insn->detail->groups[i] == group)
			return true;
	return false;
}

static enum stack_flow flow_of(const cs_insn *insn)
{
	switch (insn->id) {
	case X86_INS_CALL:
		return STACK_CALL;
	case X86_INS_JMP:
		return STACK_JUMP;
	case X86_INS_RET:
		return insn->detail->x86.op_count ? STACK_STOP : STACK_RET;
	case X86_INS_HLT: case X86_INS_UD2: case X86_INS_INT3: case X86_INS_LCALL: case X86_INS_LJMP: case X86_INS_RETF:
	case X86_INS_RETFQ: case X86_INS_IRET: case X86_INS_IRETD: case X86_INS_IRETQ: case X86_INS_SYSRET: case X86_INS_SYSEXIT:
	case X86_INS_SYSENTER:
		return STACK_STOP;
	case X86_INS_LOOP: case X86_INS_LOOPE: case X86_INS_LOOPNE: case X86_INS_JCXZ: case X86_INS_JECXZ: case X86_INS_JRCXZ:
		return STACK_BRANCH;
	default:
		return in_group(insn, CS_GRP_JUMP) ? STACK_BRANCH : STACK_ON;
	}
}

void stack_effect__x86(const cs_insn *insn, struct stack_effect *ret)
{
	const cs_x86 *x = &insn->detail->x86;

	ret->flow = (uint8_t)flow_of(insn);
	ret->pads = insn->id == X86_INS_NOP || insn->id == X86_INS_INT3;
	if (ret->flow == STACK_CALL || ret->flow == STACK_JUMP || ret->flow == STACK_BRANCH) {
		ret->has_target = x->op_count && x->operands[0].type == X86_OP_IMM;
		ret->target = ret->has_target ? (uint64_t)x->operands[0].imm : 0;
	}
	if (ret->flow == STACK_CALL) {
		ret->lost = CLOBBERED;
		return;
	}
	if (ret->flow == STACK_JUMP || ret->flow == STACK_RET || ret->flow == STACK_STOP || ret->pads)
		return;
	lose_written(insn, ret);
	store_somewhere(insn, ret);
	take_known(insn, ret);
	if (insn->id == X86_INS_SYSCALL)
		ret->lost |= 1U << RAX | 1U << RCX | 1U << R11;
}
