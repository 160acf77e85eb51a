// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/callers.h"

#include <stddef.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/dso-code.h"
#include "util/machine/machine.h"

static bool begins_with_one_of(const char *name, const char *const *list, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strncmp(name, list[i], strlen(list[i])))
			return true;
	return false;
}

static bool is_one_of(const char *name, const char *const *list, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

/* Where interrupts and exceptions enter the kernel: what lies outward of it was not calling anybody. */
bool entry__is_interrupt_entry(const char *name)
{
	static const char *const beginnings[] = {
		"asm_exc_", "asm_sysvec_", "asm_fred_entrypoint_", "xen_asm_exc_",		/* x86 */
		"el1h_64_", "el1t_64_", "el1_irq", "el1_sync", "el1_fiq", "el1_error",		/* arm64 */
	};
	static const char *const names[] = {
		"asm_common_interrupt", "asm_spurious_interrupt", "asm_iret_error",
		/* x86 before 5.8 */
		"apic_timer_interrupt", "reschedule_interrupt", "call_function_interrupt",
		"call_function_single_interrupt", "irq_work_interrupt", "thermal_interrupt", "ret_from_intr",
		"page_fault", "async_page_fault", "general_protection", "invalid_op", "divide_error", "int3",
		"nmi", "end_repeat_nmi", "repeat_nmi", "first_nmi",
		/* riscv, s390 */
		"handle_exception", "ret_from_exception",
		"pgm_check_handler", "ext_int_handler", "io_int_handler", "mcck_int_handler",
	};

	return begins_with_one_of(name, beginnings, ARRAY_SIZE(beginnings)) ||
	       is_one_of(name, names, ARRAY_SIZE(names));
}

static bool is_signal_return_name(const char *name)
{
	static const char *const names[] = {
		"__restore_rt", "__restore", "__kernel_rt_sigreturn", "__kernel_sigreturn", "__vdso_rt_sigreturn",
		"__default_rt_sa_restorer", "__default_sa_restorer", "restore_rt",
		/* Go's, before 1.21 and since then; behind a dot, how arguments are passed. */
		"runtime.sigreturn", "runtime.sigreturn.abi0", "runtime.sigreturn__sigaction", "runtime.sigreturn__sigaction.abi0",
	};

	return is_one_of(name, names, ARRAY_SIZE(names));
}

/* What stands on a stack in place of a return address without anybody having called. */
bool entry__is_planted(const char *name)
{
	static const char *const beginnings[] = {
		"ret_from_fork", "ret_from_kernel_thread", "return_to_handler", "arch_rethook_trampoline",
		"kretprobe_trampoline", "__kretprobe_trampoline", "__start_context",
	};

	return begins_with_one_of(name, beginnings, ARRAY_SIZE(beginnings)) || is_signal_return_name(name);
}

/* An address in a function, but for its first byte, is behind an instruction of it: the call, where there is one. */
static bool is_within(uint64_t ip, const struct map *map, const struct symbol *sym)
{
	return map && sym && map__to_dso(map, ip) != sym->start;
}

bool entry__is_caller(enum entry_kind kind, uint64_t ip, const struct map *map, const struct symbol *sym, bool kernel,
		      struct dso_code *code)
{
	struct call_before call;

	if (kind == ENTRY_EXACT || !ip)
		return false;
	/* Assembler's symbols often have no size, and seem to go on through code that has no name: what ends signals, for example. */
	if (kind == ENTRY_CALLER && is_within(ip, map, sym))
		return kernel || !code || !dso_code__is_signal_return(code, map->dso, map__to_dso(map, ip), false);
	if (map && !kernel && code) {
		dso_code__call_before(code, map->dso, map__to_dso(map, ip), ip, &call);
		if (call.kind != CALL_UNKNOWN)
			return call.kind != CALL_NONE;
	}
	return !sym || is_within(ip, map, sym) || !entry__is_planted(sym->name);
}

bool entry__is_signal_return(uint64_t ip, const struct map *map, const struct symbol *sym, bool is_caller,
			     struct dso_code *code)
{
	/* It calls nobody. */
	if (is_caller || !map)
		return false;
	if (sym && is_signal_return_name(sym->name))
		return true;
	/* Under any name its code is its own; where it has none, anything may lie around it. */
	if (!code)
		return false;
	return dso_code__is_signal_return(code, map->dso, map__to_dso(map, ip), !sym);
}

enum entry_kind entry__next_kind(uint64_t ip, const struct map *map, const struct symbol *sym, bool is_caller, bool kernel,
				 struct dso_code *code)
{
	if (kernel)
		return sym && entry__is_interrupt_entry(sym->name) ? ENTRY_EXACT : ENTRY_CALLER;
	return entry__is_signal_return(ip, map, sym, is_caller, code) ? ENTRY_BEHIND_SIGNAL : ENTRY_CALLER;
}
