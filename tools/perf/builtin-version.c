// SPDX-License-Identifier: GPL-2.0-only
/* perf version [--build-options | --json]: the version, and which optional libraries are in. */

#include "builtin.h"
#include "build-features.h"
#include "util/base/json.h"
#include "util/base/options.h"
#include "util/base/std-out.h"

#ifndef PERF_VERSION
#error "PERF_VERSION comes from the Makefile"
#endif

const char perf_version_string[] = PERF_VERSION;

/* { "version": "0.1.0", "features": { "libelf": true, ... } } */
static void print_json(void)
{
	const struct perf_feature *f;
	struct json j;

	json__init(&j, std_out());
	json__object(&j, NULL);
	json__u64(&j, "schema", 1);
	json__str(&j, "version", perf_version_string);
	json__object(&j, "features");
	for (f = perf_features; f->name; f++)
		json__bool(&j, f->name, f->on);
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}

int cmd_version(int argc, const char **argv)
{
	bool options = false, json = false;
	const struct option opts[] = {
		OPT_BOOL(0, "json", &json, "the version and all optional libraries, as JSON"),
		OPT_BOOL(0, "build-options", &options, "show which optional libraries are built in"),
		OPT_END()
	};
	static const char *const usage[] = { "perf version [--build-options | --json]", NULL };
	const struct perf_feature *f;

	argc = parse_options(argc, argv, opts, usage, 0);
	if (argc)
		usage_error("'perf version' takes no argument '%s'", argv[0]);
	if (json) {
		print_json();
		return EXIT_OK;
	}
	std_out__addf("perf version %s\n", perf_version_string);
	for (f = perf_features; options && f->name; f++)
		perf_feature__print(f);
	return EXIT_OK;
}
