// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: the head of a file, attrs and features, and all that --header prints of them. */
#include "tests/fuzz/fuzz.h"

#include "util/data/header-read.h"
#include "util/output/header-print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_header *h = perf_header__new();
	struct text_out text;
	struct diag diag = DIAG_INIT;
	char *copy = fuzz__string(data, size);

	text_out__init(&text, -1);
	if (!perf_header__read_file(h, copy, size, &diag))
		header_print(&text, h, "fuzz", true);
	else if (!diag__is_set(&diag))
		abort();
	text_out__exit(&text);
	perf_header__delete(h);
	free(copy);
	return 0;
}
