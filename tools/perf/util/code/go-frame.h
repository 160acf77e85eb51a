/* SPDX-License-Identifier: GPL-2.0-only */
/* Unwind rows of functions of Go: from their table, and from how they begin. For x86-64 and aarch64. */
#ifndef PERF_CODE_GO_FRAME_H
#define PERF_CODE_GO_FRAME_H

#include "util/code/go-table.h"
#include "util/code/unwind-machine.h"
#include "util/code/unwind-row.h"

struct go_row {
	struct unwind_row row;
	uint64_t start, end;		/* [start, end), as linked: where it holds */
};

/*
 * Sets *@ret to the row for @addr of @f, whose code, all bytes from its start to its end, lies at @code, borrowed.
 * Returns false where the table does not tell it: functions that change stacks, and how a function in assembler saves
 * what it must.
 */
bool go_frame__row(const struct go_table *t, const struct go_function *f, const unsigned char *code, uint64_t addr,
		   const struct unwind_machine *machine, struct go_row *ret);

#endif /* PERF_CODE_GO_FRAME_H */
