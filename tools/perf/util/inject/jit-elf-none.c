// SPDX-License-Identifier: GPL-2.0-only
/* Built without libelf. */
#include "util/inject/jit-elf.h"

#include <errno.h>

bool jit_elf__can_write(void)
{
	return false;
}

int jit_elf__write(const char *path, uint16_t machine, bool big_endian, const struct jit_function *f)
{
	(void)path;
	(void)machine;
	(void)big_endian;
	(void)f;
	return -ENOTSUP;
}
