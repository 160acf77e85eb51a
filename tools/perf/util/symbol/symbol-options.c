// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/symbol-options.h"

#include <stddef.h>

int symbol_opts__set_debuginfod(const struct option *opt, const char *arg, bool unset)
{
	struct symbol_opts *opts = opt->value;

	opts->debuginfod = unset ? NULL : arg ? arg : "";
	return 0;
}
