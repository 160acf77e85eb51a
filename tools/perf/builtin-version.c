// SPDX-License-Identifier: GPL-2.0-only
/* perf version [--build-options]: the version, and which optional libraries are in. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/options.h"

#ifndef PERF_VERSION
#error "PERF_VERSION comes from the Makefile"
#endif

const char perf_version_string[] = PERF_VERSION;

static const struct {
	const char *name, *macro;
	int on;
} build_options[] = {
	{ "debuginfod",		"HAVE_LIBDEBUGINFOD",	HAVE_LIBDEBUGINFOD },
	{ "demangle",		"HAVE_DEMANGLE",	HAVE_DEMANGLE },
	{ "dwarf",		"HAVE_LIBDW",		HAVE_LIBDW },
	{ "intel-pt",		"HAVE_LIBIPT",		HAVE_LIBIPT },
	{ "libelf",		"HAVE_LIBELF",		HAVE_LIBELF },
	{ "libtraceevent",	"HAVE_LIBTRACEEVENT",	HAVE_LIBTRACEEVENT },
	{ "lzma",		"HAVE_LIBLZMA",		HAVE_LIBLZMA },
	{ "zlib",		"HAVE_ZLIB",		HAVE_ZLIB },
	{ "zstd",		"HAVE_LIBZSTD",		HAVE_LIBZSTD },
};

int cmd_version(int argc, const char **argv)
{
	bool options = false;
	const struct option opts[] = {
		OPT_BOOL(0, "build-options", &options, "show which optional libraries are built in"),
		OPT_END()
	};
	static const char *const usage[] = { "perf version [--build-options]", NULL };
	size_t i;

	argc = parse_options(argc, argv, opts, usage, 0);
	if (argc)
		usage_error("'perf version' takes no argument '%s'", argv[0]);
	printf("perf version %s\n", perf_version_string);
	for (i = 0; options && i < ARRAY_SIZE(build_options); i++)
		printf("%22s: [ %s ]  # %s\n", build_options[i].name,
		       build_options[i].on ? "on " : "OFF", build_options[i].macro);
	return EXIT_OK;
}
