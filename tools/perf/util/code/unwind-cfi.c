// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-cfi.h"

#include <dwarf.h>
#include <elf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/names-file.h"
#include "util/code/cfi-row.h"
#include "util/symbol/dwarf-bounded.h"

/* DWARF's numbers of registers; with those machines that are repaired on. */
struct cfi_machine {
	int machine;
	uint8_t sp, fp, ip;
};

static const struct cfi_machine machines[] = {
	{ EM_X86_64, 7, 6, 16 },
	{ EM_AARCH64, 31, 29, 32 },
};

struct unwind_cfi {
	const struct cfi_machine *machine;
	int fd, debug_fd;		/* or -1 */
	Elf *elf;
	Dwarf *dwarf;			/* of the file with debug information, or NULL */
	Dwarf_CFI *eh;			/* or NULL */
	Dwarf_CFI *debug;		/* dwarf's own, or NULL */
};

static const struct cfi_machine *machine_of(Elf *elf)
{
	const struct cfi_arch *arch = elf_kind(elf) == ELF_K_ELF ? cfi_arch__of(elf) : NULL;
	size_t i;

	for (i = 0; arch && i < ARRAY_SIZE(machines); i++)
		if (machines[i].machine == arch->machine)
			return &machines[i];
	return NULL;
}

static void open_debug(struct unwind_cfi *cfi, const char *path)
{
	cfi->debug_fd = names_file__open(path, NULL);
	if (cfi->debug_fd >= 0)
		cfi->dwarf = dwarf_bounded__begin(cfi->debug_fd, path);
	if (cfi->dwarf)
		cfi->debug = dwarf_getcfi(cfi->dwarf);
}

struct unwind_cfi *unwind_cfi__open(const char *path, void *memory, size_t size, const char *debug_path)
{
	struct unwind_cfi *cfi = xzalloc(sizeof(*cfi));

	elf_version(EV_CURRENT);
	cfi->fd = path ? names_file__open(path, NULL) : -1;
	cfi->debug_fd = -1;
	if (!path)
		cfi->elf = elf_memory(memory, size);
	else if (cfi->fd >= 0)
		cfi->elf = elf_begin(cfi->fd, ELF_C_READ_MMAP, NULL);
	cfi->machine = cfi->elf ? machine_of(cfi->elf) : NULL;
	if (cfi->machine) {
		cfi->eh = dwarf_getcfi_elf(cfi->elf);
		if (debug_path)
			open_debug(cfi, debug_path);
	}
	if (cfi->eh || cfi->debug)
		return cfi;
	unwind_cfi__close(cfi);
	return NULL;
}

void unwind_cfi__close(struct unwind_cfi *cfi)
{
	if (!cfi)
		return;
	if (cfi->eh)
		dwarf_cfi_end(cfi->eh);
	dwarf_bounded__end(cfi->dwarf);
	if (cfi->elf)
		elf_end(cfi->elf);
	if (cfi->fd >= 0)
		close(cfi->fd);
	if (cfi->debug_fd >= 0)
		close(cfi->debug_fd);
	free(cfi);
}

/* NULL: too long. */
static const struct unwind_expr *copy_expr(const Dwarf_Op *ops, size_t nr, struct arena *arena)
{
	struct unwind_expr *e;
	size_t i;

	if (!nr || nr > UNWIND_EXPR_MAX)
		return NULL;
	e = arena__alloc(arena, sizeof(*e));
	e->nr = (uint8_t)nr;
	for (i = 0; i < nr; i++)
		e->steps[i] = (struct unwind_step){ ops[i].atom, ops[i].number, ops[i].number2 };
	return e;
}

/* "register + offset", as compilers write it. */
static bool is_register(const Dwarf_Op *ops, size_t nr, unsigned int *ret_reg, int64_t *ret_offset)
{
	if (nr != 1)
		return false;
	if (ops[0].atom == DW_OP_bregx) {
		*ret_reg = (unsigned int)ops[0].number;
		*ret_offset = (int64_t)ops[0].number2;
	} else if (ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31) {
		*ret_reg = (unsigned int)(ops[0].atom - DW_OP_breg0);
		*ret_offset = (int64_t)ops[0].number;
	} else {
		return false;
	}
	return true;
}

static void read_cfa(struct unwind_cfi *cfi, Dwarf_Frame *frame, struct unwind_row *row, struct arena *arena)
{
	Dwarf_Op *ops;
	size_t nr;
	unsigned int reg;
	int64_t offset;

	row->base = UNWIND_FROM_OTHER;
	if (dwarf_frame_cfa(frame, &ops, &nr))
		return;
	if (is_register(ops, nr, &reg, &offset)) {
		if (offset != (int32_t)offset)
			return;
		row->cfa_offset = (int32_t)offset;
		if (reg == cfi->machine->sp)
			row->base = UNWIND_FROM_SP;
		else if (reg == cfi->machine->fp)
			row->base = UNWIND_FROM_FP;
		return;
	}
	row->cfa_expr = copy_expr(ops, nr, arena);
	if (row->cfa_expr)
		row->base = UNWIND_FROM_EXPR;
}

/* *@ret_undefined: the table says that there is no such value. */
static struct unwind_value read_value(Dwarf_Frame *frame, int reg, bool *ret_undefined, struct arena *arena)
{
	Dwarf_Op mem[3], *ops;
	struct unwind_value v = { .where = UNWIND_LOST };
	int64_t offset;
	size_t nr;

	*ret_undefined = false;
	if (dwarf_frame_register(frame, reg, mem, &ops, &nr))
		return v;
	if (!nr) {
		/* libdw: no steps at all, and none because there is nothing to compute. */
		*ret_undefined = ops == mem;
		v.where = ops == mem ? UNWIND_LOST : UNWIND_SAME;
		return v;
	}
	if (ops[nr - 1].atom == DW_OP_stack_value || ops[0].atom == DW_OP_regx)
		return v;
	if (ops[0].atom == DW_OP_call_frame_cfa && nr <= 2 && (nr == 1 || ops[1].atom == DW_OP_plus_uconst)) {
		offset = nr == 2 ? (int64_t)ops[1].number : 0;
		if (offset != (int32_t)offset)
			return v;
		v.where = UNWIND_SAVED;
		v.offset = (int32_t)offset;
		return v;
	}
	v.expr = copy_expr(ops, nr, arena);
	if (v.expr)
		v.where = UNWIND_SAVED_EXPR;
	return v;
}

struct unwind_row unwind_cfi__row(struct unwind_cfi *cfi, uint64_t addr, struct arena *arena)
{
	struct unwind_row row = { .base = UNWIND_NO_ROW, .sp_reg = cfi->machine->sp, .fp_reg = cfi->machine->fp,
				  .ip_reg = cfi->machine->ip };
	Dwarf_Frame *frame = NULL;
	Dwarf_Addr start, end;
	bool undefined, ignored;
	int ra;

	if ((!cfi->eh || dwarf_cfi_addrframe(cfi->eh, addr, &frame)) &&
	    (!cfi->debug || dwarf_cfi_addrframe(cfi->debug, addr, &frame)))
		return row;
	ra = dwarf_frame_info(frame, &start, &end, &row.signal);
	if (ra >= 0) {
		read_cfa(cfi, frame, &row, arena);
		row.ra = read_value(frame, ra, &undefined, arena);
		row.fp = read_value(frame, cfi->machine->fp, &ignored, arena);
		if (undefined)
			row.base = UNWIND_OUTERMOST;
	}
	free(frame);
	return row;
}
