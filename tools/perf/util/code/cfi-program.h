/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs the instructions of an FDE, which make the rows of the unwind table, one after the other. Of all registers that a row may
 * tell of only three are kept: the return address, the frame pointer, and unwind_row.base_nr.
 */
#ifndef PERF_CODE_CFI_PROGRAM_H
#define PERF_CODE_CFI_PROGRAM_H

#include "util/code/cfi-entry.h"
#include "util/code/inline-thunk.h"
#include "util/code/unwind-machine.h"

/* The largest function of the C compiler has 13,000. */
#define CFI_MAX_INSTRUCTIONS	(1U << 16)
/* Of a CIE, which are run anew for each FDE; real ones have up to 12. */
#define CFI_MAX_CIE_INSTRUCTIONS 256
/* Compilers nest one or two. */
#define CFI_MAX_STATES		32

/* Bytes of an expression, in the section. */
struct cfi_block {
	size_t at, size;
};

enum cfi_cfa_kind {
	CFI_CFA_NONE,			/* nothing was said */
	CFI_CFA_REGISTER,		/* register + offset */
	CFI_CFA_EXPR,
};

struct cfi_cfa {
	enum cfi_cfa_kind kind;
	uint64_t reg;			/* DWARF's number */
	int64_t offset;			/* bytes */
	int64_t written;		/* the offset as the table has it, which is not believed if it is another one */
	struct cfi_block expr;
};

enum cfi_rule_kind {
	CFI_RULE_SAME,			/* still in its register, or nothing was said */
	CFI_RULE_UNDEFINED,		/* there is no such value */
	CFI_RULE_SAVED,			/* in memory, at CFA + offset */
	CFI_RULE_SAVED_EXPR,		/* in memory, at the address that expr computes */
	CFI_RULE_REGISTER,		/* in the register whose number is the offset */
	CFI_RULE_OTHER,			/* computed */
};

struct cfi_rule {
	enum cfi_rule_kind kind;
	int64_t offset;			/* bytes */
	struct cfi_block expr;
};

struct cfi_rules {
	struct cfi_cfa cfa;
	struct cfi_rule ra, fp, base;
	bool other_sp;			/* the caller's stack pointer is not the CFA */
};

/* An FDE that is being run. Borrows the bytes of its section. */
struct cfi_run {
	struct cfi_section section;
	struct cfi_fde fde;
	struct inline_thunk_code code;	/* the code that it is about; its bytes are NULL, and set by the caller behind cfi_run__begin() */
	uint64_t sp, fp, base_nr;	/* DWARF's numbers of the stack pointer, the frame pointer and of unwind_row.base_nr */
	uint64_t start, end;		/* [start, end), as linked: where @rules hold */
	struct cfi_rules rules, initial;	/* the row's; the CIE's */
	struct cfi_rules states[CFI_MAX_STATES];
	unsigned int nr_states;
	uint32_t instructions, most;	/* so many were run; and may be */
	struct cursor c;
	size_t base;			/* offset in the section where @c began */
	uint64_t loc;			/* the next row begins there */
	bool ended;			/* there are no more rows */
	bool bad;			/* the rest of the instructions cannot be understood */
};

/* Makes @run ready for @fde of @section, before its first row. Registers are those of @machine. */
void cfi_run__begin(struct cfi_run *run, const struct cfi_section *section, const struct cfi_fde *fde,
		    const struct unwind_machine *machine);
/*
 * Goes on to the next row: sets rules, start and end. The first row begins with the FDE, each where the one before ends, the last
 * ends with the FDE. Returns false if there are no more, or (bad is set) the instructions cannot be understood from there on.
 */
bool cfi_run__next(struct cfi_run *run);

#endif /* PERF_CODE_CFI_PROGRAM_H */
