// SPDX-License-Identifier: GPL-2.0-only
/* Which of the sixteen registers libcapstone means, and where in memory an operand is. */
#include "util/code/stack-operand-x86.h"

#include "util/base/alloc.h"

/* Each register with the names of its parts. STACK_NO_REG: none of the sixteen. */
static int number_of(unsigned int reg, bool *ret_whole)
{
#define NUMBERED(n) { X86_REG_R##n, X86_REG_R##n##D, X86_REG_R##n##W, X86_REG_R##n##B }
	static const uint16_t names[STACK_REGS][5] = {
		{ X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH },
		{ X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH },
		{ X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH },
		{ X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH },
		{ X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL }, { X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL },
		{ X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL }, { X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL },
		NUMBERED(8), NUMBERED(9), NUMBERED(10), NUMBERED(11), NUMBERED(12), NUMBERED(13), NUMBERED(14), NUMBERED(15),
	};
	unsigned int i, n;

	for (i = 0; reg && i < STACK_REGS; i++)
		for (n = 0; n < ARRAY_SIZE(names[i]); n++)
			if (names[i][n] == reg) {
				*ret_whole = !n;
				return (int)i;
			}
	return STACK_NO_REG;
}

int stack_operand__part(unsigned int reg)
{
	bool whole;

	return number_of(reg, &whole);
}

int stack_operand__whole(const cs_x86_op *op)
{
	bool whole = false;
	int n = op->type == X86_OP_REG ? number_of(op->reg, &whole) : STACK_NO_REG;

	return whole ? n : STACK_NO_REG;
}

int stack_operand__base(const x86_op_mem *mem, int32_t *ret_at)
{
	bool whole = false;
	int n = number_of(mem->base, &whole);

	*ret_at = (int32_t)mem->disp;
	return whole && mem->index == X86_REG_INVALID && mem->segment != X86_REG_FS && mem->segment != X86_REG_GS ? n : STACK_ANYWHERE;
}
