// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/cfi-row.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>

static const struct cfi_arch known[] = {
	{ EM_X86_64, 7, 6, 8, 0 },
	{ EM_386, 4, 5, 4, 0 },
	{ EM_AARCH64, 31, 29, 0, 0 },
	{ EM_RISCV, 2, 8, 0, -16 },
	{ EM_LOONGARCH, 3, 22, 0, -16 },
};

const struct cfi_arch *cfi_arch__of(Elf *elf)
{
	GElf_Ehdr eh;
	size_t i;

	if (!gelf_getehdr(elf, &eh))
		return NULL;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].machine == eh.e_machine)
			return &known[i];
	return NULL;
}

/* Is @op "register + offset"? Compilers write just this one; linkers have longer ones for PLT entries. */
static bool is_register(const Dwarf_Op *op, unsigned int *ret_reg, int64_t *ret_offset)
{
	if (op->atom == DW_OP_bregx) {
		*ret_reg = (unsigned int)op->number;
		*ret_offset = (int64_t)op->number2;
		return true;
	}
	if (op->atom < DW_OP_breg0 || op->atom > DW_OP_breg31)
		return false;
	*ret_reg = (unsigned int)(op->atom - DW_OP_breg0);
	*ret_offset = (int64_t)op->number;
	return true;
}

static void read_base(Dwarf_Frame *frame, const struct cfi_arch *arch, struct cfi_row *ret)
{
	unsigned int reg;
	Dwarf_Op *ops;
	size_t nr;

	ret->base = CFI_BASE_NONE;
	if (dwarf_frame_cfa(frame, &ops, &nr) || !nr)
		return;
	ret->base = CFI_BASE_OTHER;
	if (nr != 1 || !is_register(&ops[0], &reg, &ret->cfa_offset))
		return;
	if (reg == arch->fp)
		ret->base = CFI_BASE_FP;
	else if (reg == arch->sp)
		ret->base = CFI_BASE_SP;
}

static void read_fp(Dwarf_Frame *frame, const struct cfi_arch *arch, struct cfi_row *ret)
{
	Dwarf_Op mem[3], *ops;
	unsigned int reg;
	size_t nr;

	ret->fp = CFI_FP_OTHER;
	if (dwarf_frame_register(frame, (int)arch->fp, mem, &ops, &nr))
		return;
	if (!ops) {
		ret->fp = CFI_FP_SAME;
	} else if (nr && ops[0].atom == DW_OP_call_frame_cfa && (nr == 1 || (nr == 2 && ops[1].atom == DW_OP_plus_uconst))) {
		ret->fp = ret->base == CFI_BASE_FP || ret->base == CFI_BASE_SP ? CFI_FP_AT_BASE : CFI_FP_OTHER;
		ret->fp_offset = ret->cfa_offset + (nr == 2 ? (int64_t)ops[1].number : 0);
	} else if (nr == 1 && is_register(&ops[0], &reg, &ret->fp_offset) && reg == arch->fp) {
		/* Functions that align the stack find their caller by an expression, but have an ordinary frame. */
		ret->fp = CFI_FP_AT_FP;
	}
}

void cfi_row__read(Dwarf_CFI *cfi, uint64_t addr, const struct cfi_arch *arch, struct cfi_row *ret)
{
	Dwarf_Frame *frame = NULL;
	Dwarf_Addr start, end;
	Dwarf_Op mem[3], *ops;
	size_t nr;
	int ra;

	*ret = (struct cfi_row){ .start = addr, .end = addr + 1, .fp = CFI_FP_OTHER };
	if (dwarf_cfi_addrframe(cfi, addr, &frame))
		return;
	ra = dwarf_frame_info(frame, &start, &end, &ret->signal);
	if (ra >= 0 && end > addr) {
		ret->start = start > addr ? start : addr;
		ret->end = end;
	}
	read_base(frame, arch, ret);
	read_fp(frame, arch, ret);
	ret->outermost = ra >= 0 && !dwarf_frame_register(frame, ra, mem, &ops, &nr) && ops == mem && !nr;
	free(frame);
}
