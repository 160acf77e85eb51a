// SPDX-License-Identifier: GPL-2.0-only
/*
 * The unwind table says for each stretch of code where the caller's frame is: so many bytes above the
 * stack pointer, or above the frame pointer. Code that keeps frame pointers changes to the latter right
 * after its prologue ("push %rbp; mov %rsp,%rbp": a few bytes).
 */
#include "util/symbol/frame-pointers.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/open-regular.h"

/* DWARF numbers of the stack pointer and the frame pointer, and how far the caller is at a call. */
struct registers {
	int machine;
	unsigned int sp, fp;
	int64_t at_entry;
};

static const struct registers known[] = {
	{ EM_X86_64, 7, 6, 8 },
	{ EM_386, 4, 5, 4 },
	{ EM_AARCH64, 31, 29, 0 },
	{ EM_RISCV, 2, 8, 0 },
	{ EM_LOONGARCH, 3, 22, 0 },
};

/* Longer prologues than this between the first push and the new frame pointer are no prologues. */
#define PROLOGUE_MAX	16

struct row {
	uint64_t start, end;
	enum { ROW_NONE, ROW_ENTRY, ROW_SP, ROW_FP } kind;
};

static const struct registers *registers_of(Elf *elf)
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

/* One operation, "register + offset", is what compilers write; PLT entries have longer ones. */
static struct row read_row(Dwarf_CFI *cfi, uint64_t addr, const struct registers *regs)
{
	struct row row = { addr, addr + 1, ROW_NONE };
	Dwarf_Frame *frame = NULL;
	Dwarf_Addr start, end;
	Dwarf_Op *ops;
	size_t nr;

	if (dwarf_cfi_addrframe(cfi, addr, &frame))
		return row;
	if (dwarf_frame_info(frame, &start, &end, NULL) >= 0 && end > addr) {
		row.start = start > addr ? start : addr;
		row.end = end;
	}
	if (!dwarf_frame_cfa(frame, &ops, &nr) && nr == 1) {
		unsigned int reg = ops[0].atom == DW_OP_bregx ? (unsigned int)ops[0].number
			: (unsigned int)(ops[0].atom - DW_OP_breg0);
		int64_t off = (int64_t)(ops[0].atom == DW_OP_bregx ? ops[0].number2 : ops[0].number);

		if (reg == regs->fp)
			row.kind = ROW_FP;
		else if (reg == regs->sp)
			row.kind = off == regs->at_entry ? ROW_ENTRY : ROW_SP;
	}
	free(frame);
	return row;
}

static void measure_range(Dwarf_CFI *cfi, const struct registers *regs, uint64_t start, uint64_t end,
			  struct frame_pointers *ret)
{
	uint64_t addr = start, pending = 0;

	/* A short stretch above the stack pointer belongs to what comes after it. */
	while (addr < end) {
		struct row row = read_row(cfi, addr, regs);
		uint64_t size = (row.end < end ? row.end : end) - addr;

		if (row.kind == ROW_SP && !pending && size <= PROLOGUE_MAX) {
			pending = size;
		} else {
			if (row.kind == ROW_SP)
				ret->without_fp += size + pending;
			else if (row.kind == ROW_FP)
				ret->with_fp += size + pending;
			else
				ret->without_fp += pending;
			pending = 0;
		}
		addr += size;
	}
	ret->without_fp += pending;
}

static int measure(Elf *elf, struct frame_pointers *ret)
{
	const struct registers *regs = registers_of(elf);
	Dwarf_CFI *cfi = regs ? dwarf_getcfi_elf(elf) : NULL;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	if (elf_kind(elf) != ELF_K_ELF)
		return -EINVAL;
	if (!cfi)
		return -ENODATA;
	while ((scn = elf_nextscn(elf, scn)))
		if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_PROGBITS && (sh.sh_flags & SHF_EXECINSTR))
			measure_range(cfi, regs, sh.sh_addr, sh.sh_addr + sh.sh_size, ret);
	dwarf_cfi_end(cfi);
	return ret->with_fp + ret->without_fp ? 0 : -ENODATA;
}

int frame_pointers__measure(const char *path, struct frame_pointers *ret)
{
	int fd = open_regular(path, 0, NULL), err = -EINVAL;
	Elf *elf;

	if (fd < 0)
		return open_regular__is_other_type(fd) ? -EINVAL : fd;
	*ret = (struct frame_pointers){ 0 };
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf) {
		err = measure(elf, ret);
		elf_end(elf);
	}
	close(fd);
	return err;
}
