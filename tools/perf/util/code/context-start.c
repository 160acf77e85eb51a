// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/context-start.h"

#include <string.h>

/* What is looked for takes no more, bytes. */
#define BOOST_MAX	16

static const unsigned char endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };

static void set_outermost(const struct unwind_machine *machine, struct unwind_answer *ret)
{
	ret->row = (struct unwind_row){ .base = UNWIND_OUTERMOST, .sp_reg = machine->sp, .fp_reg = machine->fp, .ip_reg = machine->ip,
					.base_nr = machine->base };
	ret->source = UNWIND_BY_CODE;
}

bool context_start__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			struct unwind_answer *ret)
{
	/* mov %rbx,%rsp; mov (%rsp),%rdi; test %rdi,%rdi: what is to come next lies where the parameters of the coroutine did. */
	static const unsigned char begins[] = { 0x48, 0x89, 0xdc, 0x48, 0x8b, 0x3c, 0x24, 0x48, 0x85, 0xff };
	size_t at = size >= sizeof(endbr64) && !memcmp(code, endbr64, sizeof(endbr64)) ? sizeof(endbr64) : 0;

	if (machine->calls != CALL_MACHINE_X86_64 || size - at < sizeof(begins) || memcmp(code + at, begins, sizeof(begins)) ||
	    addr < start || addr - start >= size)
		return false;
	set_outermost(machine, ret);
	ret->start = start;
	ret->end = start + size;
	return true;
}

/* Is there what a coroutine of Boost begins and ends with? Returns how many bytes that is; 0: it is not. */
static size_t boost_size(const unsigned char *code, size_t size)
{
	/* push %rbp; jmp *%rbx: the first function, which returns behind that, where the process ends: xor %rdi,%rdi; call _exit; hlt. */
	static const unsigned char jump[] = { 0x55, 0xff, 0xe3 }, leave[] = { 0x48, 0x31, 0xff, 0xe8 };
	size_t at = sizeof(jump);

	if (size < sizeof(jump) || memcmp(code, jump, sizeof(jump)) != 0)
		return 0;
	if (size - at >= sizeof(endbr64) && !memcmp(code + at, endbr64, sizeof(endbr64)))
		at += sizeof(endbr64);
	if (size - at < sizeof(leave) + 5 || memcmp(code + at, leave, sizeof(leave)) != 0 || code[at + sizeof(leave) + 4] != 0xf4)
		return 0;
	return at + sizeof(leave) + 5;
}

bool context_start__boost_row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			      struct unwind_answer *ret)
{
	uint64_t offset = addr - start, back;

	if (machine->calls != CALL_MACHINE_X86_64 || addr < start || offset >= size)
		return false;
	for (back = 0; back < BOOST_MAX && back <= offset; back++) {
		size_t found = boost_size(code + (offset - back), (size_t)(size - (offset - back)));

		if (found <= back)
			continue;
		set_outermost(machine, ret);
		ret->start = addr - back;
		ret->end = ret->start + found;
		return true;
	}
	return false;
}
