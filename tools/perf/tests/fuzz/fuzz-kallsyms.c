// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: kallsyms, and the symbols of modules in them. */
#include "tests/fuzz/fuzz.h"

#include "util/symbol/kallsyms.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct kallsyms k = { 0 };
	char path[FUZZ_PATH];
	int fd = fuzz__file(data, size, path);
	size_t i;

	if (fd < 0)
		return 0;
	if (!kallsyms__load(&k, path, "_text")) {
		kallsyms__finish(&k, true);
		for (i = 0; i < k.kernel.nr; i++)
			if (!symtab__find(&k.kernel, k.kernel.syms[i].start) &&
			    k.kernel.syms[i].end > k.kernel.syms[i].start)
				abort();
		(void)kallsyms__module(&k, "[m]");
	}
	kallsyms__exit(&k);
	close(fd);
	return 0;
}
