// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/chain-syscall.h"

#include <stdbool.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/dso.h"

/* Code that all system calls have come through. */
static bool is_entry(const char *name)
{
	static const char *const entries[] = { "do_syscall", "x64_sys_call", "entry_", "el0", "invoke_syscall", "asm_", "do_el0" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(entries); i++)
		if (!strncmp(name, entries[i], strlen(entries[i])))
			return true;
	return false;
}

const char *chain_half__syscall(const struct chain_half *kernel)
{
	const char *name = NULL, *sys;
	uint32_t i;

	for (i = 0; kernel && i < kernel->nr; i++) {
		if (!kernel->frames[i]->sym)
			continue;
		sys = strstr(kernel->frames[i]->sym->name, "_sys_");
		if (sys && !strncmp(kernel->frames[i]->sym->name, "__", 2))
			return sys + 5;
		if (!is_entry(kernel->frames[i]->sym->name))
			name = kernel->frames[i]->sym->name;
	}
	return name;
}
