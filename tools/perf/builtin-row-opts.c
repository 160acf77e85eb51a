// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-row-opts.h"

#include <errno.h>
#include <string.h>

#include "builtin.h"
#include "util/base/diag.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/callchain/parent-match.h"

struct parent_match *row_opts__match(const char *pattern)
{
	struct diag diag = DIAG_INIT;
	struct parent_match *m = parent_match__new(pattern, &diag);

	if (!m)
		usage_error("%s", diag.text);
	return m;
}

int row_opts__set_percentage(const struct option *opt, const char *arg, bool unset)
{
	bool *relative = opt->value;

	if (!unset && strcmp(arg, "absolute") && strcmp(arg, "relative")) {
		pr_error("perf: option '--percentage' takes relative or absolute, not '%s'\n", arg);
		return -1;
	}
	*relative = !unset && !strcmp(arg, "relative");
	return 0;
}

int row_opts__configure_percentage(void *filter_relative, const char *value, struct diag *diag)
{
	if (strcmp(value, "relative") && strcmp(value, "absolute"))
		return diag__msg(diag, -EINVAL, "'%s' is neither relative nor absolute", value);
	*(bool *)filter_relative = !strcmp(value, "relative");
	return 0;
}
