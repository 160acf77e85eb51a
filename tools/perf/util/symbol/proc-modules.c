// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/proc-modules.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/names-file.h"

/* "NAME SIZE USERS DEPENDENTS STATE ADDRESS" */
bool proc_modules__next(FILE *f, struct proc_module *ret)
{
	char line[4096];

	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%127s %" SCNu64 " %*s %*s %*s %" SCNx64, ret->name, &ret->size,
			   &ret->start) == 3 &&
		    ret->start)
			return true;
	return false;
}

uint64_t proc_modules__find(const char *name)
{
	char *path = xasprintf("%s/modules", procfs__path());
	FILE *f = alloc__given(fopen(path, "re"));
	struct proc_module m;
	uint64_t start = 0;

	if (!f)
		names_file__failed(path, -errno);
	free(path);
	while (f && !start && proc_modules__next(f, &m))
		if (!strcmp(m.name, name))
			start = m.start;
	if (f)
		fclose(f);
	return start;
}
