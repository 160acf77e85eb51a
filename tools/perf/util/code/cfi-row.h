/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of an unwind table (.eh_frame, .debug_frame), by libdw: how the caller's frame and the caller's frame pointer
 * are found from a stretch of code. Private to util/symbol; only where there is libdw.
 */
#ifndef PERF_CODE_CFI_ROW_H
#define PERF_CODE_CFI_ROW_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* DWARF's numbers of the stack pointer and the frame pointer, and where things are. */
struct cfi_arch {
	int machine;			/* EM_* */
	unsigned int sp, fp;
	int64_t at_entry;		/* the caller's frame above the stack pointer where a function begins, bytes */
	int64_t record;			/* the saved frame pointer above the frame pointer, bytes */
};

/* NULL: an architecture whose registers are not known here. */
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
	enum cfi_base base;		/* what the caller's frame is counted from; NONE: no table has it */
	int64_t cfa_offset;		/* bytes from the base to the caller's frame; with CFI_BASE_SP and _FP */
	enum cfi_fp fp;
	int64_t fp_offset;		/* bytes */
	bool outermost;			/* there is no return address */
	bool signal;			/* a signal's trampoline */
};

/* The row of address @addr, as linked. Where none is known it covers this one byte. */
void cfi_row__read(Dwarf_CFI *cfi, uint64_t addr, const struct cfi_arch *arch, struct cfi_row *ret);

#endif /* PERF_CODE_CFI_ROW_H */
