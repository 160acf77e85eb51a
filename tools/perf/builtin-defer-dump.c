// SPDX-License-Identifier: GPL-2.0-only
/* perf defer dump: the protocol of a recording, sample by sample and record by record. */
#include <stdio.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/defer/dump.h"

static const char *const usage[] = { "perf defer dump [<options>] [FILE]", NULL };

int cmd_defer_dump(int argc, const char **argv)
{
	struct session_opts opts = { 0 };
	struct defer_view view = { 0 };
	struct dump dump = { 0 };
	struct diag diag = DIAG_INIT;
	bool json = false, violations, damaged;
	int verbosity = 0, err;
	const struct option options[] = {
		OPT_STRING('i', "input", &opts.input, "FILE",
			   "recording to read: a file, a directory, or - (default: perf.data, or a pipe)"),
		OPT_BOOL(0, "json", &json, "print JSON"),
		OPT_STRING(0, "tid", &opts.tids, "LIST", "only these threads"),
		OPT_STRING('C', "cpu", &opts.cpus, "LIST", "only these CPUs"),
		OPT_BOOL('f', "force", &opts.force, "read the file even if another user owns it"),
		OPT_INCR('v', "verbose", &verbosity, "say more"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, usage, 0);
	if (json)
		shown__keep_exact();
	defer_verb__take_input("dump", argc, argv, &opts.input);
	verbose = verbosity;
	progress__init(&view.progress, true);
	err = dump__collect(&dump, &opts, &defer_view_ops, &view, &diag);
	progress__end(&view.progress);
	if (err) {
		read_errors__fatal(&diag);
		dump__exit(&dump);
		return EXIT_FAILED;
	}
	if (json)
		dump__print_json(&dump, std_out());
	else
		dump__print_text(&dump, std_out());
	violations = dump__has_violations(&dump);
	if (violations && !session__stats(dump.session)->damaged)
		pr_warning("perf: the recording breaks the rules of deferral: 'violation' says where\n");
	damaged = read_errors__close(&view.errors, session__stats(dump.session));
	dump__exit(&dump);
	return violations || damaged ? EXIT_PARTIAL : EXIT_OK;
}
