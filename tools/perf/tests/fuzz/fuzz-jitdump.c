// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: jitdumps. Code lies within the dump. */
#include "tests/fuzz/fuzz.h"

#include "util/inject/jitdump.h"

static volatile uint8_t sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	struct jitdump dump;
	struct jit_code code;
	char path[FUZZ_PATH];
	int fd = fuzz__file(data, size, path);
	size_t i;

	if (fd < 0)
		return 0;
	if (!jitdump__open(&dump, path, true, &diag)) {
		while (jitdump__next(&dump, &code, &diag) > 0) {
			for (i = 0; code.code && i < code.size; i++)
				sink = ((const uint8_t *)code.code)[i];
			sink = code.name ? (uint8_t)strlen(code.name) : 0;
		}
		jitdump__close(&dump);
	} else if (!diag__is_set(&diag)) {
		abort();
	}
	close(fd);
	return 0;
}
