// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/shell-run.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/base/alloc.h"

bool shell_run(const char *dir, const char *fmt, va_list ap)
{
	char *cmd, *line;
	int status;

	if (vasprintf(&cmd, fmt, ap) < 0)
		return false;
	line = xasprintf("cd '%s' && { %s; } >/dev/null 2>&1", dir, cmd);
	status = system(line);
	free(line);
	free(cmd);
	return !status;
}
