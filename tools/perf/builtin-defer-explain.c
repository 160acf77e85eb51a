// SPDX-License-Identifier: GPL-2.0-only
/* perf defer explain: what to look at first. */
#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/explain.h"

static const char *const usage[] = { "perf defer explain [<options>] [FILE]", NULL };

int cmd_defer_explain(int argc, const char **argv)
{
	struct defer_view view = { .opts = { .gaps = true, .store_pipe = true } };
	struct diag diag = DIAG_INIT;
	struct explain e = { 0 };
	unsigned int stacks = 5;
	bool damaged;
	int err;
	const struct option options[] = {
		OPT_UINT(0, "stacks", &stacks, "N", "tell of the N stacks that take most of the time (5; 0: all)"),
		DEFER_VIEW_FILTERS(&view),
		DEFER_VIEW_OPTIONS(&view, "say more"),
		OPT_END()
	};

	defer_view__begin(&view, argc, argv, options, usage);
	err = explain__collect(&e, &view.opts, &defer_view_ops, &view, &diag);
	if (defer_view__read(&view, err, &diag)) {
		explain__exit(&e);
		return EXIT_FAILED;
	}
	if (view.json)
		explain__print_json(&e, stacks ? stacks : SIZE_MAX, std_out());
	else
		explain__print_text(&e, stacks ? stacks : SIZE_MAX, std_out());
	damaged = read_errors__close(&view.errors, &e.stats);
	explain__exit(&e);
	return damaged ? EXIT_PARTIAL : EXIT_OK;
}
