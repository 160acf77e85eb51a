// SPDX-License-Identifier: GPL-2.0-only
/* perf defer stat: how well the deferral of user stacks went. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/defer/stat-print.h"
#include "util/symbol/symbol-options.h"

static const char *const usage[] = { "perf defer stat [<options>] [FILE]", NULL };

static int set_by(const struct option *opt, const char *arg, bool unset)
{
	enum defer_stat_by *by = opt->value;

	if (unset)
		*by = DEFER_STAT_BY_NOTHING;
	else if (!strcmp(arg, "comm"))
		*by = DEFER_STAT_BY_COMM;
	else if (!strcmp(arg, "event"))
		*by = DEFER_STAT_BY_EVENT;
	else if (!strcmp(arg, "cpu"))
		*by = DEFER_STAT_BY_CPU;
	else
		usage_error("--by takes comm, event or cpu, not '%s'", arg);
	return 0;
}

int cmd_defer_stat(int argc, const char **argv)
{
	struct session_opts opts = { .gaps = true };
	struct defer_stat st = { 0 };
	struct defer_view view = { 0 };
	struct diag diag = DIAG_INIT;
	bool json = false, quiet = false, damaged;
	int verbosity = 0, err;
	const struct option options[] = {
		OPT_STRING('i', "input", &opts.input, "FILE",
			   "recording to read: a file, a directory, or - (default: perf.data, or a pipe)"),
		OPT_CALLBACK(0, "by", &st.by, "KEY", "a line for each comm, event or cpu", set_by),
		OPT_BOOL('j', "json", &json, "print JSON (schema version 1)"),
		OPT_BOOL('f', "force", &opts.force, "read the file even if another user owns it"),
		OPT_BOOL('q', "quiet", &quiet, "print no warnings"),
		OPT_INCR('v', "verbose", &verbosity, "say more"),
		SYMBOL_OPTIONS(&opts.symbols),
		OPT_END()
	};
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&opts.symbols), { 0 } };

	perf_config__apply(keys);
	argc = parse_options(argc, argv, options, usage, 0);
	if (json)
		shown__keep_exact();
	defer_verb__take_input("stat", argc, argv, &opts.input);
	verbose = quiet ? LOG_QUIET : verbosity;
	progress__init(&view.progress, false);
	err = defer_stat__collect(&st, &opts, &defer_view_ops, &view, &diag);
	progress__end(&view.progress);
	if (err) {
		read_errors__fatal(&diag);
		defer_stat__exit(&st);
		return EXIT_FAILED;
	}
	if (json)
		defer_stat__print_json(&st, session__input_name(st.owner), std_out());
	else
		defer_stat__print_text(&st, session__input_name(st.owner), std_out());
	damaged = read_errors__close(&view.errors, &st.session);
	defer_stat__exit(&st);
	return damaged ? EXIT_PARTIAL : EXIT_OK;
}
