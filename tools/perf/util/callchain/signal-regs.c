// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/signal-regs.h"

#include "util/base/alloc.h"
#include "util/code/dwarf-op.h"

/* DWARF's number of the stack pointer of x86-64. */
#define SP	7

/* By DWARF's number: bytes from the beginning of the ucontext, which lies at the stack pointer. */
static const uint8_t places[] = { 144, 136, 152, 128, 112, 104, 120, 160, 40, 48, 56, 64, 72, 80, 88, 96 };

/* Is the ucontext where @row's stack pointer is? */
static bool is_ours(const struct unwind_row *row)
{
	const struct unwind_expr *e = row->cfa_expr;

	return row->signal && row->base == UNWIND_FROM_EXPR && row->sp_reg == SP && e->nr == 2 && e->steps[0].atom == OP_BREG0 + SP &&
	       e->steps[0].a == places[SP] && e->steps[1].atom == OP_DEREF;
}

bool signal_regs__place(const struct unwind_row *row, uint64_t sp, unsigned int nr, uint64_t *ret)
{
	if (nr >= ARRAY_SIZE(places) || !is_ours(row))
		return false;
	*ret = sp + places[nr];
	return true;
}

bool signal_regs__trap_place(const struct unwind_row *row, uint64_t sp, uint64_t *ret)
{
	/* Behind the registers: the flags, selectors of segments, an error number. */
	*ret = sp + 200;
	return is_ours(row);
}

bool signal_regs__vectors_place(const struct unwind_row *row, uint64_t sp, uint64_t *ret)
{
	/* Behind these: a mask of signals, the address of a fault. */
	*ret = sp + 224;
	return is_ours(row);
}
