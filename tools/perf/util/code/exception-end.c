// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/exception-end.h"

#include <string.h>

#include "util/code/call-insn.h"
#include "util/code/dwarf-op.h"
#include "util/code/unwind-machine.h"

/* The calls that libgcc makes last: one writes into the frame, the other one is for debuggers. */
#define LAST_CALLS	2
#define CALL_BYTES	5
/* They are of the same library. Bytes of other instructions that look like a call lead farther away: 'mov -24(%rbp),%r13' has such. */
#define NEAR		((uint64_t)16 << 20)

/* mov %rcx,%rsp: compilers have the distance to the handler's frame in this register, and move a stack pointer so nowhere else. */
static bool leaves(const unsigned char *code, size_t size, size_t at)
{
	static const unsigned char insn[] = { 0x48, 0x89, 0xcc };

	return at <= size && size - at >= sizeof(insn) && !memcmp(code + at, insn, sizeof(insn));
}

/* Does a call of a function of the same library end at @at? */
static bool is_call(const struct unwind_machine *machine, const unsigned char *code, size_t at, uint64_t start)
{
	size_t size = at < CALL_INSN_MAX ? at : CALL_INSN_MAX;
	struct call_before call;

	call_insn__before(machine->calls, code + at - size, size, start + at, &call);
	return call.kind == CALL_DIRECT && call.target - (start + at) + NEAR < 2 * NEAR;
}

/*
 * What libgcc knows of the function that has the handler (struct _Unwind_Context, the same on x86-64 since GCC 4.0) lies in the frame: for
 * each register where it is saved, then the stack pointer. All of that stays as it is while the frame is written over.
 */
#define CONTEXT_REG(nr)	((nr) * 8)
#define CONTEXT_SP	0x90

/*
 * Between the two calls the stack pointer that the handler gets is read out of the context, as the first argument of the second call. Sets
 * *@ret to where the context is, from the frame pointer.
 */
static bool find_context(const unsigned char *code, size_t from, size_t to, int32_t *ret)
{
	/* mov distance(%rbp),%rdi: with a distance of four bytes, or of one. */
	static const unsigned char far[] = { 0x48, 0x8b, 0xbd }, near[] = { 0x48, 0x8b, 0x7d };
	unsigned int found = 0;
	int32_t at = 0;

	for (; to - from >= sizeof(far) + sizeof(at); from++) {
		if (!memcmp(code + from, far, sizeof(far)))
			memcpy(&at, code + from + sizeof(far), sizeof(at));
		else if (!memcmp(code + from, near, sizeof(near)))
			at = (signed char)code[from + sizeof(near)];
		else
			continue;
		found++;
	}
	*ret = at - CONTEXT_SP;
	return found == 1 && at < 0 && at >= -(1 << 20);
}

/*
 * Up to here the return address stands in front of the handler's stack: mov %register,8(%rbp,%rax) or (%rbp,%rdx) writes the handler's
 * address there. Returns where that is; @end: nowhere.
 */
static size_t written_at(const unsigned char *code, size_t from, size_t end)
{
	for (; end - from >= 5; from++)
		if (code[from] == 0x48 && code[from + 1] == 0x89 && (code[from + 2] & 0xc7) == 0x44 &&
		    (code[from + 3] == 0x05 || code[from + 3] == 0x15) && code[from + 4] == 8)
			return from;
	return end;
}

static void lead_to_handler(const struct unwind_machine *machine, int32_t context, struct exception_end_exprs *exprs,
			    struct unwind_row *row)
{
	const uint8_t fp = (uint8_t)(OP_BREG0 + machine->fp);
	const uint64_t at = (uint64_t)(int64_t)context;

	exprs->cfa = (struct unwind_expr){ .nr = 2, .steps = { { fp, at + CONTEXT_SP, 0 }, { OP_DEREF, 0, 0 } } };
	exprs->fp = (struct unwind_expr){ .nr = 2, .steps = { { fp, at + CONTEXT_REG(machine->fp), 0 }, { OP_DEREF, 0, 0 } } };
	exprs->base = (struct unwind_expr){ .nr = 2, .steps = { { fp, at + CONTEXT_REG(machine->base), 0 }, { OP_DEREF, 0, 0 } } };
	row->base = UNWIND_FROM_EXPR;
	row->cfa_expr = &exprs->cfa;
	row->ra = (struct unwind_value){ .where = UNWIND_SAVED, .offset = -8 };
	row->fp = (struct unwind_value){ .where = UNWIND_SAVED_EXPR, .expr = &exprs->fp };
	row->base_reg = (struct unwind_value){ .where = UNWIND_SAVED_EXPR, .expr = &exprs->base };
}

bool exception_end__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t addr,
			struct exception_end_exprs *exprs, struct unwind_answer *ret)
{
	const uint64_t start = ret->function;
	size_t at = (size_t)(addr - start), end, pos, behind[LAST_CALLS], nr = 0;
	int32_t context;

	if (machine->calls != CALL_MACHINE_X86_64 || ret->row.base != UNWIND_FROM_FP || addr < start || addr - start >= size ||
	    ret->end < addr || ret->end - start > size)
		return false;
	end = (size_t)(ret->end - start);
	if (!leaves(code, size, end))
		return false;
	if (end - at > EXCEPTION_END_BYTES) {
		ret->end -= EXCEPTION_END_BYTES;
		return false;
	}
	for (pos = end; pos && end - pos < EXCEPTION_END_BYTES && nr < LAST_CALLS; pos--)
		if (is_call(machine, code, pos, start))
			behind[nr++] = pos;
	/* Nothing has been written yet in front of the first one. */
	if (nr == LAST_CALLS && at <= behind[LAST_CALLS - 1] - CALL_BYTES) {
		ret->end = start + behind[LAST_CALLS - 1] - CALL_BYTES + 1;
		return false;
	}
	/* Around it other bytes may be asked for. */
	ret->start = addr;
	ret->end = addr + 1;
	if (nr == LAST_CALLS && find_context(code, behind[1], behind[0], &context) && at <= written_at(code, behind[0], end)) {
		lead_to_handler(machine, context, exprs, &ret->row);
		return true;
	}
	ret->row.base = UNWIND_FROM_OTHER;
	ret->row.ra.where = ret->row.fp.where = UNWIND_LOST;
	return true;
}
