// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: formulas that users write, and what they come to. */
#include <math.h>

#include "tests/fuzz/fuzz.h"

#include "util/event/metric.h"

static struct formula formula;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const double some[] = { 0, 1, 3, 1e19, 0.5 };
	char *text = fuzz__string(data, size);
	double values[FORMULA_MAX_NAMES], v;
	struct diag diag = DIAG_INIT;
	struct metrics m = { 0 };
	size_t i, k;

	for (k = 0; k < sizeof(some) / sizeof(some[0]) && !formula__parse(&formula, text, &diag); k++) {
		for (i = 0; i < FORMULA_MAX_NAMES; i++)
			values[i] = some[(k + i) % (sizeof(some) / sizeof(some[0]))];
		if (formula__value(&formula, values, &v) == FORMULA_OK && !isfinite(v))
			abort();
		formula__exit(&formula);
	}
	if (!k && !diag__is_set(&diag))
		abort();
	(void)metrics__add(&m, text, &diag);
	metrics__exit(&m);
	free(text);
	return 0;
}
