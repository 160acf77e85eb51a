// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/exception-end.h"

#include <string.h>

#include "util/code/call-insn.h"
#include "util/code/unwind-machine.h"

/* The calls that libgcc makes last: one writes into the frame, the other one is for debuggers. */
#define LAST_CALLS	2
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

bool exception_end__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			struct unwind_answer *ret)
{
	size_t at = (size_t)(addr - start), end, pos;
	unsigned int calls = 0;

	if (machine->calls != CALL_MACHINE_X86_64 || ret->row.base != UNWIND_FROM_FP || addr < start || addr - start >= size ||
	    ret->end < addr || ret->end - start > size)
		return false;
	end = (size_t)(ret->end - start);
	if (!leaves(code, size, end) || end - at > EXCEPTION_END_BYTES)
		return false;
	for (pos = end; pos > at; pos--)
		calls += is_call(machine, code, pos, start);
	if (calls > LAST_CALLS)
		return false;
	/* Around it other bytes may be asked for. */
	ret->row.base = UNWIND_FROM_OTHER;
	ret->row.ra.where = ret->row.fp.where = UNWIND_LOST;
	ret->start = addr;
	ret->end = addr + 1;
	return true;
}
