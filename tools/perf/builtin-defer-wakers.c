// SPDX-License-Identifier: GPL-2.0-only
/* perf defer wakers: who ended whose waits. */
#include <stdio.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/wakers.h"

static const char *const usage[] = { "perf defer wakers [<options>] [FILE]", NULL };

int cmd_defer_wakers(int argc, const char **argv)
{
	struct wakers_opts how = { .depth = 3 };
	struct defer_view view = { .opts = { .gaps = true, .store_pipe = true } };
	struct wakers w;
	struct diag diag = DIAG_INIT;
	bool dot = false, damaged;
	unsigned int rows = 20;
	int err;
	const struct option options[] = {
		OPT_UINT('d', "depth", &how.depth, "N", "how many hops to show: who woke the task, who had woken that one, ... (3)"),
		OPT_UINT(0, "rows", &rows, "N", "show so many rows (20; 0: all; as JSON always all)"),
		OPT_BOOL(0, "dot", &dot, "a graph of commands, for dot(1) of Graphviz"),
		DEFER_VIEW_FILTERS(&view),
		DEFER_VIEW_OPTIONS(&view, "say more"),
		OPT_END()
	};

	defer_view__begin(&view, argc, argv, options, usage);
	if (!how.depth || how.depth > 100)
		usage_error("-d takes a number of wakers from 1 to 100");
	if (view.json && dot)
		usage_error("--json and --dot exclude each other");
	err = wakers__collect(&w, &how, &view.opts, &defer_view_ops, &view, &diag);
	if (defer_view__read(&view, err, &diag)) {
		wakers__exit(&w);
		return EXIT_FAILED;
	}
	if (view.json)
		wakers__print_json(&w, std_out());
	else if (dot)
		wakers__print_dot(&w, std_out());
	else
		wakers__print_text(&w, rows ? rows : SIZE_MAX, std_out());
	if (!w.nr)
		pr_warning("perf: in '%s' nobody waited, and came back%s\n", session__input_name(w.session),
			   view.opts.comms || view.opts.pids || view.opts.tids ? ", of those that pass the filters" : "");
	damaged = read_errors__close(&view.errors, &w.stats);
	wakers__exit(&w);
	return damaged ? EXIT_PARTIAL : EXIT_OK;
}
