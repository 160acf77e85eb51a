// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: perf-PID.map: no symbol may forge a line, or end before it begins. */
#include "tests/fuzz/fuzz.h"

#include "util/base/shown.h"
#include "util/symbol/jit-map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct symtab t = { 0 };
	char path[FUZZ_PATH];
	int fd = fuzz__file(data, size, path);
	size_t i;

	if (fd < 0)
		return 0;
	(void)jit_map__read(&t, fd);
	for (i = 0; i < t.nr; i++) {
		const struct symbol *s = &t.syms[i];

		if (!shown__is_safe(s->name, s->name_len) || s->end < s->start)
			abort();
	}
	symtab__exit(&t);
	close(fd);
	return 0;
}
