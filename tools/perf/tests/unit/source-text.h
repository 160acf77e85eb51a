/* SPDX-License-Identifier: GPL-2.0-only */
/* Files of the source tree, such as manuals, that a test compares with the program. */
#ifndef PERF_TESTS_UNIT_SOURCE_TEXT_H
#define PERF_TESTS_UNIT_SOURCE_TEXT_H

#include <stdio.h>

#include "util/base/alloc.h"

/* Returns the text of @path, up to 1 MB of it, which the caller frees; NULL: it is not there, as where only the program was installed. */
static inline char *source_text(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text;
	size_t n;

	if (!f)
		return NULL;
	text = xzalloc(1 << 20);
	n = fread(text, 1, (1 << 20) - 1, f);
	fclose(f);
	text[n] = 0;
	return text;
}

#endif /* PERF_TESTS_UNIT_SOURCE_TEXT_H */
