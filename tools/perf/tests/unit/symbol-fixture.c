// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/symbol-fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"

char *symbol_fixture__file(const char *text, size_t size)
{
	char *path = xstrdup("/tmp/perf-test-XXXXXX");
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, text, size) != (ssize_t)size)
		fprintf(stderr, "cannot write '%s'\n", path);
	if (fd >= 0)
		close(fd);
	return path;
}

const char *symbol_fixture__name(const struct symtab *t, uint64_t addr)
{
	const struct symbol *s = symtab__find(t, addr);

	return s ? s->name : "-";
}
