// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/signal-return.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/code/dwarf-op.h"
#include "util/code/straight-call.h"

/*
 * Where the kernel puts the registers: the stack pointer is at a struct ucontext, whose general registers begin at 40,
 * in the order of struct sigcontext: r8 to r15, di, si, bp, bx, dx, ax, cx, sp, ip.
 */
enum { UC_BP = 40 + 10 * 8, UC_BX = 40 + 11 * 8, UC_SP = 40 + 15 * 8, UC_IP = 40 + 16 * 8 };

/*
 * Is byte @at of @code in either form, or behind it, where the kernel says that the thread is? Where does that begin
 * and end?
 */
static bool find(const unsigned char *code, size_t size, size_t at, size_t *ret_start, size_t *ret_end)
{
	static const unsigned char long_form[] = { 0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05 };	/* mov $15,%rax; syscall */
	static const unsigned char short_form[] = { 0xb8, 15, 0, 0, 0, 0x0f, 0x05 };		/* mov $15,%eax; syscall */
	static const struct form { const unsigned char *bytes; size_t size; } forms[] = {
		{ long_form, sizeof(long_form) }, { short_form, sizeof(short_form) } };
	size_t i, back;

	for (i = 0; i < ARRAY_SIZE(forms); i++)
		for (back = 0; back <= forms[i].size && back <= at; back++)
			if (size - (at - back) >= forms[i].size && !memcmp(code + (at - back), forms[i].bytes, forms[i].size)) {
				*ret_start = at - back;
				*ret_end = at - back + forms[i].size + 1;
				return true;
			}
	return false;
}

bool signal_return__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			struct unwind_answer *ret)
{
	static const struct unwind_expr sp = { .nr = 2, .steps = { { OP_BREG7, UC_SP, 0 }, { OP_DEREF, 0, 0 } } };
	static const struct unwind_expr fp = { .nr = 1, .steps = { { OP_BREG7, UC_BP, 0 } } };
	static const struct unwind_expr bx = { .nr = 1, .steps = { { OP_BREG7, UC_BX, 0 } } };
	static const struct unwind_expr ip = { .nr = 1, .steps = { { OP_BREG7, UC_IP, 0 } } };
	const size_t at = (size_t)(addr - start);
	size_t from, to;

	if (machine->calls != CALL_MACHINE_X86_64)
		return false;
	if (!find(code, size, at, &from, &to)) {
		if (at >= size || !straight_call__comes_to(code + at, size - at, SIGNAL_RETURN_NR))
			return false;
		from = at;
		to = at + 1;
	}
	ret->row = (struct unwind_row){
		.base = UNWIND_FROM_EXPR, .signal = true, .cfa_expr = &sp,
		.ra = { .where = UNWIND_SAVED_EXPR, .expr = &ip }, .fp = { .where = UNWIND_SAVED_EXPR, .expr = &fp },
		.base_reg = { .where = UNWIND_SAVED_EXPR, .expr = &bx },
		.sp_reg = machine->sp, .fp_reg = machine->fp, .ip_reg = machine->ip, .base_nr = machine->base,
	};
	ret->source = UNWIND_BY_CODE;
	ret->start = start + from;
	ret->end = start + to;
	return true;
}
