// SPDX-License-Identifier: GPL-2.0-only
/* Built where libcapstone is missing. */
#include "util/code/insn-memory.h"

#include "util/code/disasm.h"

void insn_memory__decode(const unsigned char *code, size_t size, uint64_t addr, struct insn_memory *ret)
{
	(void)code;
	(void)size;
	(void)addr;
	disasm__warn("this perf was built without libcapstone");
	*ret = (struct insn_memory){ .kind = INSN_NO_MEMORY };
}
