// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: perf-PID.map, whole and read piece by piece: the same symbols, none of which may forge a line. */
#include "tests/fuzz/fuzz.h"

#include "util/base/shown.h"
#include "util/symbol/jit-map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct symtab whole = { 0 }, pieces = { 0 };
	char path[FUZZ_PATH], *text = fuzz__string(data, size);
	int fd = fuzz__file(data, size, path);
	size_t i;

	(void)jit_map__parse(&whole, text, size);
	if (fd >= 0 && !jit_map__read(&pieces, fd) && pieces.nr != whole.nr)
		abort();
	for (i = 0; i < whole.nr; i++) {
		const struct symbol *s = &whole.syms[i];

		if (!shown__is_safe(s->name, s->name_len) || s->end < s->start)
			abort();
	}
	symtab__exit(&whole);
	symtab__exit(&pieces);
	if (fd >= 0)
		close(fd);
	free(text);
	return 0;
}
