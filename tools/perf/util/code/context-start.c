// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/context-start.h"

#include <string.h>

bool context_start__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			struct unwind_answer *ret)
{
	/* mov %rbx,%rsp; mov (%rsp),%rdi; test %rdi,%rdi: what is to come next lies where the parameters of the coroutine did. */
	static const unsigned char begins[] = { 0x48, 0x89, 0xdc, 0x48, 0x8b, 0x3c, 0x24, 0x48, 0x85, 0xff };
	static const unsigned char endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	size_t at = size >= sizeof(endbr64) && !memcmp(code, endbr64, sizeof(endbr64)) ? sizeof(endbr64) : 0;

	if (machine->calls != CALL_MACHINE_X86_64 || size - at < sizeof(begins) || memcmp(code + at, begins, sizeof(begins)) ||
	    addr < start || addr - start >= size)
		return false;
	ret->row = (struct unwind_row){ .base = UNWIND_OUTERMOST, .sp_reg = machine->sp, .fp_reg = machine->fp, .ip_reg = machine->ip,
					.base_nr = machine->base };
	ret->source = UNWIND_BY_CODE;
	ret->start = start;
	ret->end = start + size;
	return true;
}
