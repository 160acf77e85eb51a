// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: any bytes as a .sframe section. */
#include <stdint.h>
#include <stdlib.h>

#include "util/code/sframe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_up(const struct sframe *s, uint64_t addr, struct arena *arena)
{
	struct sframe_function f;
	uint64_t start, end;

	if (sframe__find(s, addr, &f))
		(void)sframe__row_of(s, &f, addr, arena, &start, &end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	struct sframe_measure measure;
	struct sframe_function f;
	struct arena arena = { 0 };
	struct sframe s;
	uint32_t i;

	if (sframe__open(&s, data, size, 0x400000, &diag))
		return 0;
	sframe__measure(&s, &measure);
	if (measure.rows > size || measure.damaged > s.nr_functions)
		abort();
	for (i = 0; i < s.nr_functions && i < 64; i++)
		if (sframe__function(&s, i, &f)) {
			look_up(&s, f.start, &arena);
			look_up(&s, f.end - 1, &arena);
		}
	arena__exit(&arena);
	return 0;
}
