/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a table says of one address of the code: where the function's caller is, and what the caller had in its frame
 * pointer. The same whether it comes from .eh_frame, .debug_frame or .sframe.
 *
 * The CFA (canonical frame address) is what the stack pointer will be in the caller, behind the call.
 */
#ifndef PERF_CODE_UNWIND_ROW_H
#define PERF_CODE_UNWIND_ROW_H

#include <stdbool.h>
#include <stdint.h>

enum unwind_base {
	UNWIND_NO_ROW,			/* the table does not know this address */
	UNWIND_FROM_SP,			/* the CFA is the stack pointer + cfa_offset */
	UNWIND_FROM_FP,			/* ... the frame pointer + cfa_offset: the function owns its frame */
	UNWIND_FROM_EXPR,		/* ... what cfa_expr computes */
	UNWIND_FROM_OTHER,		/* ... made of another register, or in a way that is not understood */
	UNWIND_OUTERMOST,		/* there is no caller */
};

enum unwind_where {
	UNWIND_LOST,			/* not known */
	UNWIND_SAME,			/* still in its register */
	UNWIND_SAVED,			/* in memory, at CFA + offset */
	UNWIND_SAVED_EXPR,		/* in memory, at the address that expr computes */
};

/* As many steps as the tables of C libraries and linkers need, twice. */
#define UNWIND_EXPR_MAX	24

/* A DWARF expression: steps of a stack machine, of which UNWIND_EXPR_MAX at most are kept. */
struct unwind_expr {
	uint8_t nr;
	struct unwind_step {
		uint8_t atom;		/* DW_OP_* */
		uint64_t a, b;		/* its operands */
	} steps[UNWIND_EXPR_MAX];
};

struct unwind_value {
	enum unwind_where where;
	int32_t offset;			/* bytes, from the CFA */
	const struct unwind_expr *expr;	/* of UNWIND_SAVED_EXPR; what it begins with is the CFA */
};

struct unwind_row {
	enum unwind_base base;
	bool signal;			/* a signal's frame: the caller was interrupted, and has not called */
	int32_t cfa_offset;		/* bytes */
	const struct unwind_expr *cfa_expr;
	struct unwind_value ra;		/* the return address */
	struct unwind_value fp;		/* the caller's frame pointer */
	/*
	 * Registers as DWARF numbers them, for expressions; and what is known of the code at this address, as whoever asks
	 * for rows remembers it (see unwind-tables.h).
	 */
	uint8_t sp_reg, fp_reg, ip_reg;
};

/*
 * Do two tables that both know an address say different things of it? Expressions are not compared: what one of them has
 * an expression for is no contradiction.
 */
bool unwind_row__contradicts(const struct unwind_row *a, const struct unwind_row *b);

#define UNWIND_ROW_TEXT	128		/* bytes, more than it ever takes */

/* "CFA = sp+16, ra at CFA-8, fp in its register"; "nothing" without a row. */
void unwind_row__text(const struct unwind_row *row, char buf[UNWIND_ROW_TEXT]);

#endif /* PERF_CODE_UNWIND_ROW_H */
