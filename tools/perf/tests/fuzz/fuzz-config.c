// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: configuration files. */
#include "tests/fuzz/fuzz.h"

#include "util/base/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	struct config c = { 0 };
	char *text = fuzz__string(data, size);
	size_t i;

	if (config__parse(&c, "fuzz", text, size, &diag) && !diag__is_set(&diag))
		abort();
	for (i = 0; i < c.nr; i++) {
		(void)config_value__bool(c.entries[i].value);
		(void)config__find(&c, c.entries[i].key);
	}
	config__exit(&c);
	free(text);
	return 0;
}
