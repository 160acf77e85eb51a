// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/unwind-epilogue.h"

#include <dwarf.h>
#include <elf.h>
#include <stdlib.h>

#include "util/callchain/unwind-leaving.h"

static bool is_leaving(const struct unwind_regs *regs, const unsigned char code[UNWIND_LEAVING_BYTES])
{
	return (regs->elf_machine == EM_X86_64 || regs->elf_machine == EM_386) && unwind__is_leaving_x86(code);
}

/* perf's number of DWARF register @dwarf; -1: it has none. */
static int perf_register(const struct unwind_regs *regs, unsigned int dwarf)
{
	int i;

	for (i = 0; i < regs->nr_runs; i++)
		if (dwarf - regs->runs[i].dwarf < regs->runs[i].nr)
			return (int)(regs->runs[i].perf + (dwarf - regs->runs[i].dwarf));
	return -1;
}

static bool value_of(const struct unwind_regs *regs, const struct regs_dump *values, unsigned int dwarf, uint64_t *ret)
{
	int n = perf_register(regs, dwarf);

	return n >= 0 && regs_dump__get(values, (unsigned int)n, ret);
}

/* Where the caller's frame is: "register + offset", as compilers write it. */
static bool frame_address(Dwarf_Frame *frame, const struct unwind_regs *regs, const struct regs_dump *values, uint64_t *ret)
{
	Dwarf_Op *ops;
	size_t nr;
	unsigned int reg;
	uint64_t offset;

	if (dwarf_frame_cfa(frame, &ops, &nr) || nr != 1)
		return false;
	if (ops[0].atom == DW_OP_bregx) {
		reg = (unsigned int)ops[0].number;
		offset = ops[0].number2;
	} else if (ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31) {
		reg = (unsigned int)(ops[0].atom - DW_OP_breg0);
		offset = ops[0].number;
	} else {
		return false;
	}
	if (!value_of(regs, values, reg, ret))
		return false;
	*ret += offset;
	return true;
}

/* Is @dwarf saved at the frame's address plus *@ret_offset? */
static bool is_saved(Dwarf_Frame *frame, unsigned int dwarf, uint64_t *ret_offset)
{
	Dwarf_Op mem[3], *ops;
	size_t nr;

	if (dwarf_frame_register(frame, (int)dwarf, mem, &ops, &nr) || nr != 2 || ops[0].atom != DW_OP_call_frame_cfa ||
	    ops[1].atom != DW_OP_plus_uconst)
		return false;
	*ret_offset = ops[1].number;
	return true;
}

static bool find(Dwarf_Frame *frame, const struct unwind_regs *regs, const struct regs_dump *values, uint64_t addr,
		 uint64_t *ret)
{
	uint64_t cfa, offset;
	int i, n;

	if (!frame_address(frame, regs, values, &cfa))
		return false;
	for (i = 0; i < regs->nr_runs; i++)
		for (n = 0; n < regs->runs[i].nr; n++) {
			unsigned int dwarf = regs->runs[i].dwarf + (unsigned int)n;

			if (is_saved(frame, dwarf, &offset) && cfa + offset == addr)
				return value_of(regs, values, dwarf, ret);
		}
	return false;
}

bool unwind_epilogue__read(Dwfl *dwfl, const struct unwind_at *at, uint64_t addr, unwind_read_fn read, void *ctx, uint64_t *ret)
{
	Dwfl_Module *mod = dwfl_addrmodule(dwfl, at->ip);
	Dwarf_Frame *frame = NULL;
	unsigned char code[UNWIND_LEAVING_BYTES];
	Dwarf_Addr bias;
	Dwarf_CFI *cfi;
	bool found;

	if (!mod || !read(ctx, at->ip, sizeof(code), code) || !is_leaving(at->regs, code))
		return false;
	cfi = dwfl_module_eh_cfi(mod, &bias);
	if (!cfi || dwarf_cfi_addrframe(cfi, at->ip - bias, &frame))
		return false;
	found = find(frame, at->regs, at->values, addr, ret);
	free(frame);
	return found;
}
