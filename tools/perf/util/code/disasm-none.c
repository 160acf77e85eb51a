// SPDX-License-Identifier: GPL-2.0-only
/* Built where libcapstone is missing. */
#include "util/code/disasm.h"

#include <errno.h>
#include <stdio.h>

int disasm__open(const char *arch, struct disasm **ret, char *err, size_t err_size)
{
	(void)arch;
	*ret = NULL;
	snprintf(err, err_size, "this perf was built without libcapstone");
	return -ENOENT;
}

void disasm__close(struct disasm *d)
{
	(void)d;
}

void disasm__set_intel(struct disasm *d)
{
	(void)d;
}

bool disasm__decode(struct disasm *d, const unsigned char *code, size_t size, uint64_t addr, bool bits32,
		    struct disasm_insn *ret)
{
	(void)d;
	(void)code;
	(void)size;
	(void)addr;
	(void)bits32;
	(void)ret;
	return false;
}
