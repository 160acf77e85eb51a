/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of an unwind table (.eh_frame, .debug_frame), read by libdw: how to find the caller's frame and the caller's frame
 * pointer from a range of code. For util/code and util/defer; only included where perf is built with libdw.
 */
#ifndef PERF_CODE_CFI_ROW_H
#define PERF_CODE_CFI_ROW_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* What depends on the architecture: DWARF's numbers of the stack pointer and the frame pointer, and the layout of frames. */
struct cfi_arch {
	int machine;			/* EM_* */
	unsigned int sp, fp;
	int64_t at_entry;		/* from the stack pointer to the caller's frame where a function begins, bytes */
	int64_t record;			/* from the frame pointer to the saved one of the caller in a usual frame, bytes */
};

/* Returns the data of @elf's architecture, static; NULL if the registers of this architecture are not known here. */
const struct cfi_arch *cfi_arch__of(Elf *elf);

enum cfi_base { CFI_BASE_NONE, CFI_BASE_SP, CFI_BASE_FP, CFI_BASE_OTHER };

/* Where the caller's frame pointer is. */
enum cfi_fp {
	CFI_FP_SAME,			/* in the register */
	CFI_FP_AT_BASE,			/* in memory at the base register + fp_offset */
	CFI_FP_AT_FP,			/* in memory at the frame pointer + fp_offset */
	CFI_FP_OTHER,			/* elsewhere, or nowhere */
};

struct cfi_row {
	uint64_t start, end;		/* [start, end), as linked; start is the address that was asked for */
	enum cfi_base base;		/* the register to which cfa_offset is added; NONE: no table has this address */
	int64_t cfa_offset;		/* bytes from the base to the caller's frame; only for CFI_BASE_SP and _FP */
	enum cfi_fp fp;
	int64_t fp_offset;		/* bytes */
	bool outermost;			/* there is no return address */
	bool signal;			/* the code that returns from a signal handler */
};

/* Sets *@ret to the row for @addr, an address as linked. Where no row is known, *@ret covers this one byte. */
void cfi_row__read(Dwarf_CFI *cfi, uint64_t addr, const struct cfi_arch *arch, struct cfi_row *ret);

#endif /* PERF_CODE_CFI_ROW_H */
