// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/exact-names.h"

#include <unistd.h>

#include "util/base/log.h"
#include "util/base/shown.h"

int exact_names__option(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	(void)arg;
	if (unset)
		return 0;
	if (isatty(STDOUT_FILENO))
		pr_warning("perf: --exact-names has no effect on a terminal: write to a file or a pipe\n");
	else
		shown__keep_exact();
	return 0;
}
