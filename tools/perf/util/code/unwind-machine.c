// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-machine.h"

#include <elf.h>
#include <stddef.h>

#include "util/base/alloc.h"

/* The C library's header may be older than these machines. */
#ifndef EM_LOONGARCH
#define EM_LOONGARCH	258
#endif

static const struct unwind_machine known[] = {
	{ EM_X86_64, 7, 6, 16, 3, CALL_MACHINE_X86_64, true, 8, 0 },
	{ EM_386, 4, 5, 8, UINT8_MAX, CALL_MACHINE_I386, true, 4, 0 },
	{ EM_AARCH64, 31, 29, 32, UINT8_MAX, CALL_MACHINE_AARCH64, true, 0, 0 },
	{ EM_RISCV, 2, 8, UINT8_MAX, UINT8_MAX, CALL_MACHINE_UNKNOWN, true, 0, -16 },
	{ EM_LOONGARCH, 3, 22, UINT8_MAX, UINT8_MAX, CALL_MACHINE_UNKNOWN, true, 0, -16 },
	/* Each function lays out its frame as it likes. */
	{ EM_S390, 15, 11, 65, UINT8_MAX, CALL_MACHINE_UNKNOWN, false, 160, 0 },
};

const struct unwind_machine *unwind_machine__of(uint16_t machine)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i].machine == machine)
			return &known[i];
	return NULL;
}
