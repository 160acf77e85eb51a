// SPDX-License-Identifier: GPL-2.0-only
/* perf top: where the time goes just now, shown again and again. */
#include "builtin.h"
#include "builtin-top.h"

int cmd_top(int argc, const char **argv)
{
	struct top_options opts = {
		.hists = { .graph = GRAPH_OPTS_DEFAULT, .group = true, .orphan_marks = true, .time_quantum = 100000000 },
		.columns = { .default_sort = "dso,sym" },
		.off_cpu = OFF_CPU_VIEW_INIT, .delay = 2000000000, .renew_at = 256, .children = true,
	};
	struct top top = { .opts = &opts };
	int status;

	top_options__configure(&opts);
	top_options__parse(&opts, argc, argv);
	status = opts.input ? top__run(&top) : top__run_live(&opts);
	top_options__exit(&opts);
	return status;
}
