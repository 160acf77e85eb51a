// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/unwind-regs.h"

#include <elf.h>
#include <stddef.h>

#include "util/base/alloc.h"

static const struct {
	enum regs_arch arch;
	struct unwind_regs regs;
} tables[] = {
	/* rax; rdx, rcx; rbx; rsi, rdi, rbp, rsp; r8 to r15; rip */
	{ REGS_X86, { EM_X86_64, true, 7, { { 0, 0, 1 }, { 1, 3, 1 }, { 2, 2, 1 }, { 3, 1, 1 }, { 4, 4, 4 },
						  { 8, 16, 8 }, { 16, 8, 1 } } } },
	/* eax; ecx, edx; ebx; esp; ebp; esi, edi; eip */
	{ REGS_X86, { EM_386, false, 7, { { 0, 0, 1 }, { 1, 2, 2 }, { 3, 1, 1 }, { 4, 7, 1 }, { 5, 6, 1 },
						{ 6, 4, 2 }, { 8, 8, 1 } } } },
	/* x0 to x30, sp */
	{ REGS_ARM64, { EM_AARCH64, true, 1, { { 0, 0, 32 } } } },
	{ REGS_ARM64, { EM_ARM, false, 1, { { 0, 0, 16 } } } },
	{ REGS_ARM, { EM_ARM, false, 1, { { 0, 0, 16 } } } },
	/* r0 to r31; the link register */
	{ REGS_POWERPC, { EM_PPC64, true, 2, { { 0, 0, 32 }, { 65, 36, 1 } } } },
	{ REGS_POWERPC, { EM_PPC, false, 2, { { 0, 0, 32 }, { 65, 36, 1 } } } },
	/* x1 to x31; x0 is zero, and perf has the pc in its place */
	{ REGS_RISCV, { EM_RISCV, true, 1, { { 1, 1, 31 } } } },
	/* r0 to r15; f0, f2, f4, f6, f1, f3, f5, f7, f8, f10, f12, f14, f9, f11, f13, f15 */
	{ REGS_S390, { EM_S390, true, 17,
		       { { 0, 0, 16 }, { 16, 16, 1 }, { 17, 18, 1 }, { 18, 20, 1 }, { 19, 22, 1 }, { 20, 17, 1 },
			 { 21, 19, 1 }, { 22, 21, 1 }, { 23, 23, 1 }, { 24, 24, 1 }, { 25, 26, 1 }, { 26, 28, 1 },
			 { 27, 30, 1 }, { 28, 25, 1 }, { 29, 27, 1 }, { 30, 29, 1 }, { 31, 31, 1 } } } },
	{ REGS_LOONGARCH, { EM_LOONGARCH, true, 1, { { 1, 1, 31 } } } },
};

const struct unwind_regs *unwind_regs__of(enum regs_arch arch, bool is_64)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		if (tables[i].arch == arch && tables[i].regs.is_64 == is_64)
			return &tables[i].regs;
	return NULL;
}

int unwind_regs__perf(const struct unwind_regs *regs, unsigned int nr)
{
	size_t i;

	for (i = 0; i < regs->nr_runs; i++)
		if (nr >= regs->runs[i].dwarf && nr - regs->runs[i].dwarf < regs->runs[i].nr)
			return (int)(regs->runs[i].perf + (nr - regs->runs[i].dwarf));
	return -1;
}
