// SPDX-License-Identifier: GPL-2.0-only
/* perf check feature LIST: for scripts, whether this perf was built with all that LIST names. */
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "build-features.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/options.h"

static bool check(const char *list, bool quiet)
{
	bool all = true;
	size_t len;

	for (;; list += len + 1) {
		struct near_names near = { .want = list };
		const struct perf_feature *f, *known;
		char *hint;

		len = strcspn(list, ",");
		f = perf_feature__find(list, len);
		if (f && !quiet)
			perf_feature__print(f);
		if (!f && !quiet) {
			near.want_len = len;
			for (known = perf_features; known->name; known++)
				near_names__look_at(&near, known->name, strlen(known->name));
			hint = near_names__take(&near);
			pr_error("Unknown feature '%.*s', please use 'perf version --build-options' to see which ones are available%s\n",
				 (int)len, list, *hint ? hint : ".");
			free(hint);
		}
		all &= f && f->on;
		if (!list[len])
			return all;
	}
}

int cmd_check(int argc, const char **argv)
{
	bool quiet = false;
	const struct option opts[] = {
		OPT_BOOL('q', "quiet", &quiet, "print nothing, only set the exit status"),
		OPT_END()
	};
	static const char *const usage[] = { "perf check [-q] feature FEATURE[,FEATURE...]", NULL };

	argc = parse_options(argc, argv, opts, usage, 0);
	if (!argc)
		usage_error("'perf check' takes what to check: feature FEATURE[,FEATURE...]");
	if (strcmp(argv[0], "feature"))
		usage_error("'perf check' can check 'feature', not '%s'", argv[0]);
	if (argc == 1)
		usage_error("'perf check feature' takes names: perf version --build-options lists them");
	if (argc > 2)
		usage_error("'perf check feature' takes one list, with commas and without spaces: '%s' is too much", argv[2]);
	return check(argv[1], quiet) ? EXIT_OK : EXIT_FAILED;
}
