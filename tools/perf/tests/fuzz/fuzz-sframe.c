// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: any bytes as a .sframe section. */
#include <stdint.h>
#include <stdlib.h>

#include "util/code/sframe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
			(void)sframe__row(&s, f.start, &arena);
			(void)sframe__row(&s, f.end - 1, &arena);
		}
	arena__exit(&arena);
	return 0;
}
