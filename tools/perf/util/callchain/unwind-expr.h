/* SPDX-License-Identifier: GPL-2.0-only */
/* DWARF expressions of unwind tables, computed from a few registers and a piece of the stack. */
#ifndef PERF_CALLCHAIN_UNWIND_EXPR_H
#define PERF_CALLCHAIN_UNWIND_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/unwind-row.h"

struct unwind_expr_input {
	uint64_t ip, sp, fp, cfa;
	bool has_sp, has_fp, has_cfa;
	const struct unwind_row *row;	/* how registers are numbered */
	/* The word at @addr. False: it is not known. */
	bool (*load)(void *ctx, uint64_t addr, uint64_t *ret);
	void *ctx;
};

/* False: it needs something that is not known. */
bool unwind_expr__run(const struct unwind_expr *expr, const struct unwind_expr_input *in, uint64_t *ret);

#endif /* PERF_CALLCHAIN_UNWIND_EXPR_H */
