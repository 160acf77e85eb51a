/* SPDX-License-Identifier: GPL-2.0-only */
/* DWARF expressions of call frame information, taken apart; and a store that keeps each once. */
#ifndef PERF_CODE_CFI_EXPR_H
#define PERF_CODE_CFI_EXPR_H

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/code/cfi-program.h"
#include "util/code/unwind-row.h"

/*
 * Takes the expression @block of @s apart into @ret. @with_cfa: it begins with the CFA on its stack, for which a first step is
 * added. Returns false if it is empty, too long, or has a step that is not known.
 */
bool cfi_expr__decode(const struct cfi_section *s, const struct cfi_block *block, bool with_cfa, struct unwind_expr *ret);
/* Is @e a register and an offset? Then sets these two. */
bool cfi_expr__is_register(const struct unwind_expr *e, uint64_t *ret_reg, int64_t *ret_offset);
/* Does @e, which begins with the CFA, say "the CFA and an offset"? Then sets the latter. */
bool cfi_expr__is_cfa(const struct unwind_expr *e, int64_t *ret_offset);

/* What a store may take; real files have some hundreds of expressions, most of them the same. */
#define UNWIND_EXPRS_BYTES	((size_t)16 << 20)

struct kept_expr;
U64_MAP(kept_exprs, struct kept_expr *)

/* Zero-initialised is empty. */
struct unwind_exprs {
	struct kept_exprs by_hash;
	struct arena arena;
};

/* Returns @e as kept in @x, valid until unwind_exprs__exit(); NULL: the store is full. */
const struct unwind_expr *unwind_exprs__keep(struct unwind_exprs *x, const struct unwind_expr *e);
void unwind_exprs__exit(struct unwind_exprs *x);

#endif /* PERF_CODE_CFI_EXPR_H */
