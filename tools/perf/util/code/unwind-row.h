/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an unwind table says about one address of code: where the return address is, and where the caller's value of the
 * frame pointer is. The struct is the same for .eh_frame, .debug_frame and .sframe.
 *
 * The CFA (canonical frame address) is the value of the stack pointer in the caller, before the call.
 */
#ifndef PERF_CODE_UNWIND_ROW_H
#define PERF_CODE_UNWIND_ROW_H

#include <stdbool.h>
#include <stdint.h>

enum unwind_base {
	UNWIND_NO_ROW,			/* the table has no row for this address */
	UNWIND_FROM_SP,			/* the CFA is the stack pointer + cfa_offset */
	UNWIND_FROM_FP,			/* the CFA is the frame pointer + cfa_offset: the function has its own frame */
	UNWIND_FROM_REG,		/* the CFA is the register cfa_reg + cfa_offset; neither of the two above */
	UNWIND_FROM_EXPR,		/* the CFA is what cfa_expr computes */
	UNWIND_FROM_OTHER,		/* the CFA is computed in a way that is not understood */
	UNWIND_OUTERMOST,		/* there is no caller */
};

enum unwind_where {
	UNWIND_LOST,			/* not known */
	UNWIND_SAME,			/* still in its register */
	UNWIND_SAVED,			/* in memory, at CFA + offset */
	UNWIND_SAVED_EXPR,		/* in memory, at the address that expr computes */
	UNWIND_IN_REGISTER,		/* in another register, whose number (DWARF's) is the offset */
};

/* Twice the number of steps that the tables of C libraries and linkers need. */
#define UNWIND_EXPR_MAX	24

/* A DWARF expression: steps of a stack machine, at most UNWIND_EXPR_MAX. */
struct unwind_expr {
	uint8_t nr;
	struct unwind_step {
		uint8_t atom;		/* DW_OP_* */
		uint64_t a, b;		/* its operands */
	} steps[UNWIND_EXPR_MAX];
};

struct unwind_value {
	enum unwind_where where;
	int32_t offset;			/* bytes, from the CFA; or a register */
	const struct unwind_expr *expr;	/* for UNWIND_SAVED_EXPR; it starts with the CFA on its stack */
};

struct unwind_row {
	enum unwind_base base;
	bool signal;			/* the frame of a signal handler: its caller was interrupted and made no call */
	bool endless;			/* in a row of a caller: the function never returns */
	bool after_stop;		/* a function begins here, and the instruction in front, of another one, is a breakpoint */
	uint16_t cfa_reg;		/* DWARF's number, for UNWIND_FROM_REG */
	int32_t cfa_offset;		/* bytes */
	const struct unwind_expr *cfa_expr;
	struct unwind_value ra;		/* the return address */
	struct unwind_value fp;		/* the caller's frame pointer */
	struct unwind_value base_reg;	/* the caller's register base_nr */
	/* DWARF's numbers of the stack pointer, the frame pointer and the instruction pointer, for expressions; UINT8_MAX: it has none. */
	uint8_t sp_reg, fp_reg, ip_reg;
	/*
	 * The register that functions keep for their callers and that some, in place of the frame pointer, count their frame from, as the
	 * dynamic linker's that calls what it has just resolved: x86-64's rbx. UINT8_MAX: none.
	 */
	uint8_t base_nr;
};

/*
 * Do two rows for the same address, from two tables, contradict each other? Expressions are not compared: where one of the
 * rows has an expression, there is no contradiction.
 */
bool unwind_row__contradicts(const struct unwind_row *a, const struct unwind_row *b);

/*
 * Does @e, of a register that is saved, say that this is at register @reg and an offset? Then sets *@ret_offset. The CFA, with which
 * it begins, does not count.
 */
bool unwind_expr__is_register(const struct unwind_expr *e, unsigned int reg, int64_t *ret_offset);

#define UNWIND_ROW_TEXT	128		/* bytes; enough for every row */

/* Writes @row as text into @buf: "CFA = sp+16, ra at CFA-8, fp in its register", or "nothing" for UNWIND_NO_ROW. */
void unwind_row__text(const struct unwind_row *row, char buf[UNWIND_ROW_TEXT]);

#endif /* PERF_CODE_UNWIND_ROW_H */
