// SPDX-License-Identifier: GPL-2.0-only
/* perf defer syscalls: stays in the kernel, how long they took, and what of it was waiting. */
#include <stdio.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/defer/syscalls.h"
#include "util/symbol/symbol-options.h"

static const char *const usage[] = { "perf defer syscalls [<options>] [FILE]", NULL };

int cmd_defer_syscalls(int argc, const char **argv)
{
	struct session_opts opts = { .gaps = true, .store_pipe = true };
	struct syscalls_opts how = { .slowest = 5 };
	struct defer_view view = { 0 };
	struct syscalls c;
	struct diag diag = DIAG_INIT;
	bool json = false, quiet = false, damaged;
	unsigned int rows = 20;
	int verbosity = 0, err, status;
	const struct option options[] = {
		OPT_STRING('i', "input", &opts.input, "FILE",
			   "recording to read: a file, a directory, or - (default: perf.data, or a pipe)"),
		OPT_BOOL(0, "no-stack", &how.no_stack, "a row for each system call, whatever the user stack"),
		OPT_UINT(0, "rows", &rows, "N", "show so many rows (20; 0: all)"),
		OPT_UINT(0, "slowest", &how.slowest, "N", "show so many single calls, with what happened inside (5)"),
		OPT_BOOL('j', "json", &json, "print JSON (schema version 1): all rows"),
		OPT_BOOL('f', "force", &opts.force, "read the file even if another user owns it"),
		OPT_STRING('c', "comms", &opts.comms, "COMM,...", "only these commands"),
		OPT_STRING(0, "pid", &opts.pids, "PID,...", "only these processes"),
		OPT_STRING(0, "tid", &opts.tids, "TID,...", "only these threads"),
		OPT_BOOL('q', "quiet", &quiet, "print no warnings"),
		OPT_INCR('v', "verbose", &verbosity, "say more"),
		SYMBOL_OPTIONS(&opts.symbols),
		OPT_END()
	};
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&opts.symbols), { 0 } };

	perf_config__apply(keys);
	argc = parse_options(argc, argv, options, usage, 0);
	defer_verb__take_input("syscalls", argc, argv, &opts.input);
	if (how.slowest > 10000)
		usage_error("--slowest takes at most 10000 calls");
	verbose = quiet ? LOG_QUIET : verbosity;
	if (json)
		shown__keep_exact();
	progress__init(&view.progress, false);
	err = syscalls__collect(&c, &how, &opts, &defer_view_ops, &view, &diag);
	progress__end(&view.progress);
	if (err) {
		read_errors__fatal(&diag);
		syscalls__exit(&c);
		return EXIT_FAILED;
	}
	if (json)
		syscalls__print_json(&c, std_out());
	else
		syscalls__print_text(&c, rows ? rows : SIZE_MAX, std_out());
	status = EXIT_OK;
	if (!c.calls) {
		pr_warning("perf: '%s' has no system call that began and ended: record with -e "
			   "raw_syscalls:sys_enter,raw_syscalls:sys_exit, or any event with --call-graph fp,defer\n",
			   session__input_name(c.session));
		status = EXIT_FAILED;
	}
	damaged = read_errors__close(&view.errors, &c.stats);
	syscalls__exit(&c);
	return damaged ? EXIT_PARTIAL : status;
}
