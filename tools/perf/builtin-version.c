// SPDX-License-Identifier: GPL-2.0-only
/* perf version [--build-options]: the version, and which optional libraries are in. */
#include <stdio.h>

#include "builtin.h"
#include "build-features.h"
#include "util/base/options.h"

#ifndef PERF_VERSION
#error "PERF_VERSION comes from the Makefile"
#endif

const char perf_version_string[] = PERF_VERSION;

int cmd_version(int argc, const char **argv)
{
	bool options = false;
	const struct option opts[] = {
		OPT_BOOL(0, "build-options", &options, "show which optional libraries are built in"),
		OPT_END()
	};
	static const char *const usage[] = { "perf version [--build-options]", NULL };
	const struct perf_feature *f;

	argc = parse_options(argc, argv, opts, usage, 0);
	if (argc)
		usage_error("'perf version' takes no argument '%s'", argv[0]);
	printf("perf version %s\n", perf_version_string);
	for (f = perf_features; options && f->name; f++)
		perf_feature__print(f);
	return EXIT_OK;
}
