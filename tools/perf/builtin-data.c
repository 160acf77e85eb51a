// SPDX-License-Identifier: GPL-2.0-only
/* perf data convert: a recording in a format that other programs read. */
#include <string.h>
#include <unistd.h>

#include "builtin-export.h"
#include "builtin.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/symbol/symbol-options.h"

static const char *const convert_usage[] = { "perf data convert --to-json FILE [<options>]", NULL };

static int convert(int argc, const char **argv)
{
	struct export_run r = { .off_cpu = OFF_CPU_VIEW_INIT };
	struct session_opts *so = &r.session_opts;
	const char *ctf = NULL;
	bool all = false, tod = false;
	const struct option options[] = {
		OPT_STRING('i', "input", &so->input, "FILE", "the recording (perf.data; '-' is standard input)"),
		OPT_STRING(0, "to-json", &r.output, "FILE", "write JSON there; - is standard output"),
		OPT_STRING(0, "to-ctf", &ctf, "DIR", "refused: not built in"),
		OPT_BOOL('f', "force", &so->force, "read the file even if another user owns it, and replace an existing output"),
		OPT_STRING(0, "time", &r.time, "START,STOP", "only this part of the recording, in seconds or percent (10%-20%)"),
		OPT_BOOL(0, "all", &all, "no effect: JSON is of samples"),
		OPT_BOOL(0, "tod", &tod, "no effect: timestamps of JSON are those of the recording"),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "no warnings", option__set_quiet, OPT_NOARG),
		OPT_END()
	};
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&so->symbols), { 0 } };
	bool here;

	perf_config__apply(keys);
	argc = parse_options(argc, argv, options, convert_usage, 0);
	if (argc)
		usage_error("perf data convert takes no argument '%s' (-i names the recording)", argv[0]);
	if (ctf)
		usage_error("--to-ctf is not there: --to-json is, and perf defer export knows other formats");
	if (!r.output)
		usage_error("perf data convert needs --to-json FILE ('-' is standard output)");
	here = strcmp(r.output, "-") && !access(r.output, F_OK);
	if (here && !so->force) {
		pr_error("perf: '%s' is there already: -f replaces it\n", r.output);
		return EXIT_FAILED;
	}
	r.opts.format = export_format__find("json");
	r.opts.no_marks = true;
	return export_run(&r);
}

int cmd_data(int argc, const char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "convert"))
		return convert(argc - 1, argv + 1);
	/* There is one verb, so its options are those of the command. */
	if (argc > 1 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help")))
		return convert(argc, argv);
	if (argc > 1)
		usage_error("'%s' is not a verb of perf data (convert is)", argv[1]);
	usage_error("perf data needs a verb: perf data convert --to-json FILE");
}
