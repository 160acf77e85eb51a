// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/insn-memory.h"

#include "util/code/capstone.h"
#include "util/code/disasm.h"

#define CANARY	0x28	/* in the thread's own memory, by the ABI */

/* DWARF's numbers of the general registers; -1: none that a pointer is in. */
static int dwarf_reg(x86_reg reg)
{
	static const x86_reg regs[] = {
		X86_REG_RAX, X86_REG_RDX, X86_REG_RCX, X86_REG_RBX, X86_REG_RSI, X86_REG_RDI, X86_REG_RBP, X86_REG_RSP,
		X86_REG_R8, X86_REG_R9, X86_REG_R10, X86_REG_R11, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15,
	};
	size_t i;

	for (i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		if (regs[i] == reg)
			return (int)i;
	return -1;
}

static bool is_stack_insn(unsigned int id)
{
	switch (id) {
	case X86_INS_PUSH: case X86_INS_POP: case X86_INS_CALL: case X86_INS_RET: case X86_INS_LEAVE:
	case X86_INS_PUSHFQ: case X86_INS_POPFQ: case X86_INS_ENTER:
		return true;
	default:
		return false;
	}
}

static void take(const x86_op_mem *mem, uint64_t next, struct insn_memory *ret)
{
	bool segment = mem->segment == X86_REG_FS || mem->segment == X86_REG_GS;

	ret->per_cpu = mem->segment == X86_REG_GS;
	if (segment && mem->base == X86_REG_INVALID && mem->index == X86_REG_INVALID && mem->disp == CANARY) {
		ret->kind = INSN_CANARY;
		return;
	}
	/* With a register the place may be that of any variable of the CPU, or of another one. */
	if (segment && (!ret->per_cpu || (mem->base != X86_REG_RIP && mem->base != X86_REG_INVALID)))
		return;
	ret->indexed = mem->index != X86_REG_INVALID;
	ret->scale = ret->indexed ? (uint8_t)mem->scale : 0;
	ret->disp = mem->disp;
	if (mem->base == X86_REG_RIP || mem->base == X86_REG_INVALID) {
		ret->kind = INSN_ADDRESS;
		ret->address = (mem->base == X86_REG_RIP ? next : 0) + (uint64_t)mem->disp;
		return;
	}
	ret->base = dwarf_reg(mem->base);
	if (ret->base >= 0)
		ret->kind = INSN_REGISTER;
}

void insn_memory__decode(const unsigned char *code, size_t size, uint64_t addr, struct insn_memory *ret)
{
	const struct capstone *cs;
	static csh handle;
	static bool opened, usable;
	cs_insn *insn;
	char err[512];
	unsigned int i;

	*ret = (struct insn_memory){ .kind = INSN_NO_MEMORY };
	cs = capstone__load(err, sizeof(err));
	if (!cs)
		disasm__warn(err);
	if (!opened) {
		opened = true;
		usable = cs && !cs->cs_open(CS_ARCH_X86, CS_MODE_64, &handle) &&
			 !cs->cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
	}
	if (!usable || !cs->cs_disasm(handle, code, size, addr, 1, &insn))
		return;
	/* LEA computes an address and goes nowhere. */
	for (i = 0; insn->id != X86_INS_LEA && insn->id != X86_INS_NOP && i < insn->detail->x86.op_count; i++)
		if (insn->detail->x86.operands[i].type == X86_OP_MEM) {
			take(&insn->detail->x86.operands[i].mem, addr + insn->size, ret);
			ret->size = insn->detail->x86.operands[i].size;
			break;
		}
	if (ret->kind == INSN_NO_MEMORY && is_stack_insn(insn->id))
		ret->kind = INSN_STACK;
	cs->cs_free(insn, 1);
}
