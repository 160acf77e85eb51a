// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/branch-flags.h"

#include "util/base/alloc.h"

const char *branch_type__name(unsigned int type)
{
	static const char *const names[] = {
		"", "COND", "UNCOND", "IND", "CALL", "IND_CALL", "RET", "SYSCALL", "SYSRET", "COND_CALL", "COND_RET",
		"ERET", "IRQ", "SERROR", "NO_TX",
	};

	return type < ARRAY_SIZE(names) ? names[type] : "";
}

const char *branch_new_type__name(unsigned int new_type)
{
	static const char *const names[] = {
		"FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1", "ARCH_2", "ARCH_3", "ARCH_4", "ARCH_5",
	};

	return new_type < ARRAY_SIZE(names) ? names[new_type] : "";
}
