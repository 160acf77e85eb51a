// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/go-stacks.h"

#include <string.h>

#include "util/base/alloc.h"

unsigned int go_stacks__flags(const struct go_table *t, const struct go_function *f)
{
	static const char *const tops[] = { "runtime.goexit", "runtime.mstart", "runtime.rt0_go" };
	static const char *const writers[] = {
		"runtime.asmcgocall", "runtime.cgocallback", "runtime.cgocallback_gofunc", "runtime.gogo", "runtime.mcall",
		"runtime.morestack", "runtime.systemstack",
	};
	static const char *const handlers[] = { "runtime.sigtramp", "runtime.cgoSigtramp" };

	unsigned int flags = f->flags;

	if (go_name__is_any(f->name, handlers, ARRAY_SIZE(handlers)))
		flags &= ~(unsigned int)GO_TOP_FRAME;
	if (go_name__is_any(f->name, tops, ARRAY_SIZE(tops)))
		flags |= GO_TOP_FRAME;
	if (t->version < GO_1_18 && go_name__is_any(f->name, writers, ARRAY_SIZE(writers)))
		flags |= GO_WRITES_SP;
	return flags;
}

bool go_stacks__is_injected(const struct go_function *f)
{
	static const char *const names[] = { "runtime.sigpanic", "runtime.sigpanic0", "runtime.asyncPreempt", "runtime.debugCallV1",
					     "runtime.debugCallV2" };

	return go_name__is_any(f->name, names, ARRAY_SIZE(names));
}

bool go_stacks__begins_scheduler(const struct go_function *f, const unsigned char *code, uint64_t addr,
				 const struct unwind_machine *machine)
{
	static const char *const names[] = { "runtime.mcall" };
	struct call_before call;

	if (!go_name__is_any(f->name, names, ARRAY_SIZE(names)))
		return false;
	call_insn__before(machine->calls, code, (size_t)(addr + 1 - f->start), addr + 1, &call);
	return call.kind == CALL_INDIRECT;
}

bool go_stacks__begins_thread(const struct go_function *f, const unsigned char *code, uint64_t addr, const struct unwind_machine *machine,
			  uint64_t *ret_start)
{
	static const char *const names[] = { "runtime.clone" };
	static const unsigned char insns[] = { 0xc3, 0x48, 0x89, 0xf4 };	/* ret; mov %rsi,%rsp */
	const unsigned char *found;

	*ret_start = 0;
	if (machine->calls != CALL_MACHINE_X86_64 || !go_name__is_any(f->name, names, ARRAY_SIZE(names)))
		return false;
	found = memmem(code, (size_t)(f->end - f->start), insns, sizeof(insns));
	if (!found)
		return false;
	*ret_start = f->start + (uint64_t)(found - code) + 1;
	return addr >= *ret_start;
}

bool go_stacks__calls_c(const struct go_function *f, const unsigned char *code, uint64_t addr, const struct unwind_machine *machine)
{
	static const char *const names[] = { "runtime.asmcgocall" };
	/* mov 40(%rsp),%rsi; mov %rsi,%rsp */
	static const unsigned char insns[] = { 0x48, 0x8b, 0x74, 0x24, 0x28, 0x48, 0x89, 0xf4 };
	struct call_before call;

	if (machine->calls != CALL_MACHINE_X86_64 || !go_name__is_any(f->name, names, ARRAY_SIZE(names)) ||
	    f->end - addr <= sizeof(insns) || memcmp(code + (addr + 1 - f->start), insns, sizeof(insns)) != 0)
		return false;
	call_insn__before(machine->calls, code, (size_t)(addr + 1 - f->start), addr + 1, &call);
	return call.kind == CALL_INDIRECT;
}
