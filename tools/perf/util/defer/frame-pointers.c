// SPDX-License-Identifier: GPL-2.0-only
/*
 * The unwind table says for each stretch of code where the caller's frame is: so many bytes above the
 * stack pointer, or above the frame pointer. Code that keeps frame pointers changes to the latter right
 * after its prologue ("push %rbp; mov %rsp,%rbp": a few bytes).
 */
#include "util/defer/frame-pointers.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <gelf.h>
#include <unistd.h>

#include "util/base/open-regular.h"
#include "util/code/cfi-row.h"

/* Longer prologues than this between the first push and the new frame pointer are no prologues. */
#define PROLOGUE_MAX	16

enum kind { ROW_NONE, ROW_ENTRY, ROW_SP, ROW_FP };

static enum kind kind_of(const struct cfi_row *row, const struct cfi_arch *arch)
{
	switch (row->base) {
	case CFI_BASE_FP:
		return ROW_FP;
	case CFI_BASE_SP:
		return row->cfa_offset == arch->at_entry ? ROW_ENTRY : ROW_SP;
	default:
		return ROW_NONE;
	}
}

static void measure_range(Dwarf_CFI *cfi, const struct cfi_arch *arch, uint64_t start, uint64_t end,
			  struct frame_pointers *ret)
{
	uint64_t addr = start, pending = 0;

	/* A short stretch above the stack pointer belongs to what comes after it. */
	while (addr < end) {
		struct cfi_row row;
		enum kind kind;
		uint64_t size;

		cfi_row__read(cfi, addr, arch, &row);
		kind = kind_of(&row, arch);
		size = (row.end < end ? row.end : end) - addr;
		if (kind == ROW_SP && !pending && size <= PROLOGUE_MAX) {
			pending = size;
		} else {
			if (kind == ROW_SP)
				ret->without_fp += size + pending;
			else if (kind == ROW_FP)
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
	const struct cfi_arch *arch = cfi_arch__of(elf);
	Dwarf_CFI *cfi = arch ? dwarf_getcfi_elf(elf) : NULL;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	size_t left;

	if (elf_kind(elf) != ELF_K_ELF)
		return -EINVAL;
	if (!cfi)
		return -ENODATA;
	/* A file has no more code than bytes, whatever its headers say: each byte may cost a look into the table. */
	if (!elf_rawfile(elf, &left))
		left = 0;
	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_PROGBITS || !(sh.sh_flags & SHF_EXECINSTR) ||
		    sh.sh_size > left)
			continue;
		left -= sh.sh_size;
		measure_range(cfi, arch, sh.sh_addr, sh.sh_addr + sh.sh_size, ret);
	}
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
