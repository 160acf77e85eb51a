// SPDX-License-Identifier: GPL-2.0-only
/* perf defer stat: how well the deferral of user stacks went. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "builtin-screen.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/stat-print.h"

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

static bool show_screen(struct screen_choice *screen, struct defer_stat *st)
{
	struct tables ts = { 0 };
	bool shown;

	defer_stat__make_tables(st, session__input_name(st->owner), &ts);
	shown = screen_choice__show(screen, &ts);
	tables__exit(&ts);
	return shown;
}

static void print(struct defer_stat *st, bool json)
{
	if (json)
		defer_stat__print_json(st, session__input_exact(st->owner), std_out());
	else
		defer_stat__print_text(st, session__input_name(st->owner), std_out());
}

int cmd_defer_stat(int argc, const char **argv)
{
	struct defer_stat st = { 0 };
	struct defer_view view = { .opts = { .gaps = true } };
	struct diag diag = DIAG_INIT;
	struct screen_choice screen = { 0 };
	bool damaged, on_screen;
	int err;
	const struct option options[] = {
		OPT_CALLBACK(0, "by", &st.by, "KEY", "a line for each comm, event or cpu", set_by),
		OPT_JOBS('j', &view.opts.jobs),
		SCREEN_OPTIONS(&screen),
		DEFER_VIEW_OPTIONS(&view, "say more"),
		OPT_END()
	};

	screen_choice__configure(&screen, "tui.defer");
	defer_view__begin(&view, argc, argv, options, usage);
	on_screen = defer_view__begin_screen(&view, &screen, view.json ? "--json is text" : view.quiet ? "-q is for text" : NULL);
	err = defer_stat__collect(&st, &view.opts, &defer_view_ops, &view, &diag);
	if (defer_view__read(&view, err, &diag)) {
		defer_stat__exit(&st);
		return EXIT_FAILED;
	}
	if (!on_screen || !show_screen(&screen, &st))
		print(&st, view.json);
	damaged = read_errors__close(&view.errors, &st.session);
	defer_stat__exit(&st);
	return damaged ? EXIT_PARTIAL : EXIT_OK;
}
