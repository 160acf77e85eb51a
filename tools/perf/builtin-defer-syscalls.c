// SPDX-License-Identifier: GPL-2.0-only
/* perf defer syscalls: stays in the kernel, how long they took, and what of it was waiting. */
#include <stdio.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/syscalls.h"

static const char *const usage[] = { "perf defer syscalls [<options>] [FILE]", NULL };

int cmd_defer_syscalls(int argc, const char **argv)
{
	struct syscalls_opts how = { .slowest = 5 };
	struct defer_view view = { .opts = { .gaps = true, .store_pipe = true } };
	struct syscalls c;
	struct diag diag = DIAG_INIT;
	bool damaged;
	unsigned int rows = 20;
	int err, status;
	const struct option options[] = {
		OPT_BOOL(0, "no-stack", &how.no_stack, "a row for each system call, whatever the user stack"),
		OPT_UINT(0, "rows", &rows, "N", "show at most N rows (20; 0: all); with --json, all rows"),
		OPT_UINT(0, "slowest", &how.slowest, "N", "show the N slowest single calls, with what happened inside (5)"),
		DEFER_VIEW_FILTERS(&view),
		DEFER_VIEW_OPTIONS(&view, "say more"),
		OPT_END()
	};

	defer_view__begin(&view, argc, argv, options, usage);
	if (how.slowest > 10000)
		usage_error("--slowest takes at most 10000 calls");
	err = syscalls__collect(&c, &how, &view.opts, &defer_view_ops, &view, &diag);
	if (defer_view__read(&view, err, &diag)) {
		syscalls__exit(&c);
		return EXIT_FAILED;
	}
	if (view.json)
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
