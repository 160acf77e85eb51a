// SPDX-License-Identifier: GPL-2.0-only
/* perf defer wakers: who ended whose waits. */
#include <stdio.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/defer/wakers.h"
#include "util/symbol/symbol-options.h"

static const char *const usage[] = { "perf defer wakers [<options>] [FILE]", NULL };

int cmd_defer_wakers(int argc, const char **argv)
{
	struct session_opts opts = { .gaps = true, .store_pipe = true };
	struct wakers_opts how = { .depth = 3 };
	struct defer_view view = { 0 };
	struct wakers w;
	struct diag diag = DIAG_INIT;
	bool json = false, dot = false, quiet = false, damaged;
	unsigned int rows = 20;
	int verbosity = 0, err;
	const struct option options[] = {
		OPT_STRING('i', "input", &opts.input, "FILE",
			   "recording to read: a file, a directory, or - (default: perf.data, or a pipe)"),
		OPT_UINT('d', "depth", &how.depth, "N", "how many hops to show: who woke the task, who had woken that one, ... (3)"),
		OPT_UINT(0, "rows", &rows, "N", "show so many rows (20; 0: all)"),
		OPT_BOOL(0, "dot", &dot, "a graph of commands, for dot(1) of Graphviz"),
		OPT_BOOL('j', "json", &json, "print JSON (schema version 1): all rows"),
		OPT_BOOL('f', "force", &opts.force, "read the file even if another user owns it"),
		OPT_STRING('c', "comms", &opts.comms, "COMM,...", "only waits of these commands"),
		OPT_STRING(0, "pid", &opts.pids, "PID,...", "of these processes"),
		OPT_STRING(0, "tid", &opts.tids, "TID,...", "of these threads"),
		OPT_BOOL('q', "quiet", &quiet, "print no warnings"),
		OPT_INCR('v', "verbose", &verbosity, "say more"),
		SYMBOL_OPTIONS(&opts.symbols),
		OPT_END()
	};
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&opts.symbols), { 0 } };

	perf_config__apply(keys);
	argc = parse_options(argc, argv, options, usage, 0);
	defer_verb__take_input("wakers", argc, argv, &opts.input);
	if (!how.depth || how.depth > 100)
		usage_error("-d takes a number of wakers from 1 to 100");
	if (json && dot)
		usage_error("--json and --dot exclude each other");
	verbose = quiet ? LOG_QUIET : verbosity;
	if (json)
		shown__keep_exact();
	progress__init(&view.progress, false);
	err = wakers__collect(&w, &how, &opts, &defer_view_ops, &view, &diag);
	progress__end(&view.progress);
	if (err) {
		read_errors__fatal(&diag);
		wakers__exit(&w);
		return EXIT_FAILED;
	}
	if (json)
		wakers__print_json(&w, std_out());
	else if (dot)
		wakers__print_dot(&w, std_out());
	else
		wakers__print_text(&w, rows ? rows : SIZE_MAX, std_out());
	if (!w.nr)
		pr_warning("perf: in '%s' nobody waited, and came back%s\n", session__input_name(w.session),
			   opts.comms || opts.pids || opts.tids ? ", of those that pass the filters" : "");
	damaged = read_errors__close(&view.errors, &w.stats);
	wakers__exit(&w);
	return damaged ? EXIT_PARTIAL : EXIT_OK;
}
