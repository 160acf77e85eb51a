// SPDX-License-Identifier: GPL-2.0-only
/*
 * The unwind table says for each stretch of code where the caller's frame is: so many bytes above the
 * stack pointer, or above the frame pointer. Code that keeps frame pointers changes to the latter right
 * after its prologue ("push %rbp; mov %rsp,%rbp": a few bytes).
 */
#include "util/defer/frame-pointers.h"

#include <elf.h>
#include <errno.h>

#include "util/code/elf-view.h"
#include "util/code/file-map.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

/* Longer prologues than this between the first push and the new frame pointer are no prologues. */
#define PROLOGUE_MAX	16

enum kind { ROW_NONE, ROW_ENTRY, ROW_SP, ROW_FP };

static enum kind kind_of(const struct unwind_row *row, const struct unwind_machine *machine)
{
	switch (row->base) {
	case UNWIND_FROM_FP:
		return ROW_FP;
	case UNWIND_FROM_SP:
		return row->cfa_offset == machine->at_entry ? ROW_ENTRY : ROW_SP;
	default:
		return ROW_NONE;
	}
}

static void measure_range(struct unwind_file *file, uint64_t start, uint64_t end, struct frame_pointers *ret)
{
	const struct unwind_machine *machine = unwind_file__machine(file);
	uint64_t addr = start, pending = 0;

	/* A short stretch above the stack pointer belongs to what comes after it. */
	while (addr < end) {
		struct unwind_answer a;
		enum kind kind;
		uint64_t size;

		unwind_file__row_by(file, UNWIND_BY_CFI, addr, &a);
		kind = kind_of(&a.row, machine);
		size = (a.end < end ? a.end : end) - addr;
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

static int measure(const struct elf_view *elf, struct unwind_file *file, struct frame_pointers *ret)
{
	/* A file has no more code than bytes, whatever its headers say: each byte may cost a look into the table. */
	uint64_t left = elf->size;
	struct elf_part s;
	uint32_t i;

	for (i = 0; i < elf->nr_sections; i++) {
		if (!elf_view__section_nr(elf, i, &s) || s.type != SHT_PROGBITS || !(s.flags & SHF_EXECINSTR) ||
		    s.size > left || s.size > UINT64_MAX - s.addr)
			continue;
		left -= s.size;
		measure_range(file, s.addr, s.addr + s.size, ret);
	}
	return ret->with_fp + ret->without_fp ? 0 : -ENODATA;
}

int frame_pointers__measure(const char *path, struct frame_pointers *ret)
{
	struct unwind_file *file;
	struct diag ignored = DIAG_INIT;
	struct file_map map;
	struct elf_view elf;
	int err = file_map__open(&map, path);

	*ret = (struct frame_pointers){ 0 };
	if (err)
		return err;
	err = elf_view__open(&elf, map.bytes, map.size, &ignored) ? -EINVAL : -ENODATA;
	file = err == -ENODATA ? unwind_file__new(map.bytes, map.size, &ignored) : NULL;
	if (file && unwind_file__machine(file)->usual_frames)
		err = measure(&elf, file, ret);
	unwind_file__delete(file);
	elf_view__close(&elf);
	file_map__close(&map);
	return err;
}
