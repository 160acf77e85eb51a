/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of one section of call frame information. */
#ifndef PERF_CODE_CFI_TABLE_H
#define PERF_CODE_CFI_TABLE_H

#include "util/code/cfi-expr.h"
#include "util/code/cfi-index.h"
#include "util/code/elf-view.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

struct cfi_table {
	struct cfi_index index;
	const struct unwind_machine *machine;
	struct unwind_exprs *exprs;	/* borrowed */
	const struct elf_view *code;	/* the file that has the code, borrowed; NULL: nobody has set it */
	/*
	 * The FDE that was asked for last, at the row that was: who asks for one row after the other does not make all rows
	 * before it run again.
	 */
	struct cfi_run run;
	bool has_run;
};

/* See cfi_index__init(). Expressions are kept in @exprs. */
void cfi_table__init(struct cfi_table *t, const struct cfi_section *section, const struct cfi_section *hdr,
		     const struct unwind_machine *machine, struct unwind_exprs *exprs);
void cfi_table__exit(struct cfi_table *t);
/*
 * Looks up @addr, as linked. If an entry covers it, sets the function of @ret; and its row, source, start and end, unless the entry's
 * instructions cannot be understood there. Where no entry does, sets *@ret_next to where the next one begins, as it is found;
 * UINT64_MAX: there is none. Returns whether one does.
 */
bool cfi_table__row(struct cfi_table *t, uint64_t addr, struct unwind_answer *ret, uint64_t *ret_next);

#endif /* PERF_CODE_CFI_TABLE_H */
