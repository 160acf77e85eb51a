// SPDX-License-Identifier: GPL-2.0-only
/* perf defer syscalls: stays in the kernel, how long they took, and what of it was waiting. */
#include <stdio.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "builtin-screen.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/syscalls.h"

static const char *const usage[] = { "perf defer syscalls [<options>] [FILE]", NULL };

static bool show_screen(struct screen_choice *screen, const struct syscalls *c)
{
	struct tables ts = { 0 };
	bool shown;

	syscalls__make_tables(c, &ts);
	shown = screen_choice__show(screen, &ts);
	tables__exit(&ts);
	return shown;
}

static void make_rows(void *syscalls, size_t most, struct tables *ts)
{
	syscalls__sort(syscalls);
	syscalls__make_rows(syscalls, most, ts);
}

static void print(const struct syscalls *c, bool json, size_t rows)
{
	if (json)
		syscalls__print_json(c, std_out());
	else
		syscalls__print_text(c, rows, std_out());
}

int cmd_defer_syscalls(int argc, const char **argv)
{
	struct syscalls_opts how = { .slowest = 5 };
	struct defer_view view = { .opts = { .gaps = true, .store_pipe = true } };
	struct syscalls c = { 0 };
	struct diag diag = DIAG_INIT;
	struct screen_choice screen = { 0 };
	bool damaged, on_screen;
	unsigned int rows = 20;
	int err, status;
	const struct option options[] = {
		OPT_BOOL(0, "no-stack", &how.no_stack, "a row for each system call, whatever the user stack"),
		OPT_UINT(0, "rows", &rows, "N", "show at most N rows (20; 0: all); with --json and --tui, all rows"),
		OPT_UINT(0, "slowest", &how.slowest, "N", "show the N slowest single calls, with what happened inside (5)"),
		DEFER_VIEW_FILTERS(&view),
		SCREEN_OPTIONS(&screen),
		DEFER_VIEW_OPTIONS(&view, "say more"),
		OPT_END()
	};

	screen_choice__configure(&screen, "tui.defer");
	defer_view__begin(&view, argc, argv, options, usage);
	if (how.slowest > 10000)
		usage_error("--slowest takes at most 10000 calls");
	view.rows = make_rows;
	view.rows_ctx = &c;
	view.session = &c.session;
	on_screen = defer_view__begin_screen(&view, &screen, view.json ? "--json is text" : view.quiet ? "-q is for text" : NULL);
	err = syscalls__collect(&c, &how, &view.opts, &defer_view_ops, &view, &diag);
	if (defer_view__read(&view, err, &diag)) {
		syscalls__exit(&c);
		return EXIT_FAILED;
	}
	if (on_screen && !c.nr_rows)
		screen_opening__leave(&screen.opening);
	if (!on_screen || !c.nr_rows || !show_screen(&screen, &c))
		print(&c, view.json, rows ? rows : SIZE_MAX);
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
