// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/unwind-style.h"

#include <string.h>

#include "util/base/log.h"

static bool is(const char *name, size_t len, const char *style)
{
	return strlen(style) == len && !memcmp(name, style, len);
}

int unwind_style__parse(const struct option *opt, const char *arg, bool unset)
{
	bool libdw = false;
	size_t len;

	(void)opt;
	if (unset)
		return 0;
	for (;; arg += len + 1) {
		len = strcspn(arg, ",");
		if (is(arg, len, "libdw")) {
			libdw = true;
		} else if (!is(arg, len, "libunwind")) {
			pr_error("perf: Unknown unwind style: %.*s (libdw and libunwind are known)\n",
				 (int)len, arg);
			return -1;
		}
		if (!arg[len])
			break;
	}
	if (!libdw)
		pr_warning("perf: libunwind is not part of this perf: libdw unwinds\n");
	return 0;
}
