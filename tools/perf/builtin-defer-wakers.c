// SPDX-License-Identifier: GPL-2.0-only
/* perf defer wakers: who ended whose waits, and the critical path of a thread. */
#include <limits.h>
#include <stdio.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "builtin-screen.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/critical.h"
#include "util/defer/wakers.h"

static const char *const usage[] = {
	"perf defer wakers [<options>] [FILE]",
	"perf defer wakers --critical-path --tid TID [--from EVENT --to EVENT] [<options>] [FILE]", NULL
};

struct wakers_args {
	struct wakers_opts how;
	struct critical_opts path;
	struct defer_view view;
	struct screen_choice screen;
	bool critical, dot, on_screen;
	unsigned int depth, rows;
};

static bool has_filters(const struct defer_view *view)
{
	return view->opts.comms || view->opts.pids || view->opts.tids;
}

static bool show_screen(struct wakers_args *a, const struct wakers *w)
{
	struct tables ts = { 0 };
	bool shown;

	wakers__make_table(w, SIZE_MAX, &ts);
	shown = screen_choice__show(&a->screen, &ts);
	tables__exit(&ts);
	return shown;
}

static void make_rows(void *wakers, size_t most, struct tables *ts)
{
	wakers__sort(wakers);
	wakers__make_table(wakers, most, ts);
}

static const char *why_text(const struct wakers_args *a)
{
	return a->view.json ? "--json is text" : a->dot ? "--dot is text" :
	       a->view.quiet ? "-q is for text" : NULL;
}

static void print_wakers(const struct wakers_args *a, const struct wakers *w)
{
	if (a->view.json)
		wakers__print_json(w, std_out());
	else if (a->dot)
		wakers__print_dot(w, std_out());
	else
		wakers__print_text(w, a->rows ? a->rows : SIZE_MAX, std_out());
}

static int show_wakers(struct wakers_args *a)
{
	struct defer_view *view = &a->view;
	struct diag diag = DIAG_INIT;
	struct wakers w = { 0 };
	bool damaged;
	int err;

	view->rows = make_rows;
	view->rows_ctx = &w;
	view->session = &w.session;
	err = wakers__collect(&w, &a->how, &view->opts, &defer_view_ops, view, &diag);

	if (defer_view__read(view, err, &diag)) {
		wakers__exit(&w);
		return EXIT_FAILED;
	}
	if (a->on_screen && !w.nr_rows)
		screen_opening__leave(&a->screen.opening);
	if (!a->on_screen || !w.nr_rows || !show_screen(a, &w))
		print_wakers(a, &w);
	if (!w.nr)
		pr_warning("perf: in '%s' nobody waited, and came back%s\n", session__input_name(w.session),
			   has_filters(view) ? ", of those that pass the filters" : "");
	damaged = read_errors__close(&view->errors, &w.stats);
	wakers__exit(&w);
	return damaged ? EXIT_PARTIAL : EXIT_OK;
}

static bool show_path_screen(struct wakers_args *a, const struct critical *c)
{
	struct tables ts = { 0 };
	bool shown = false;

	critical__make_tables(c, &ts);
	if (ts.nr)
		shown = screen_choice__show(&a->screen, &ts);
	else
		screen_opening__leave(&a->screen.opening);
	tables__exit(&ts);
	return shown;
}

static void print_path(const struct wakers_args *a, const struct critical *c)
{
	if (a->view.json)
		critical__print_json(c, std_out());
	else
		critical__print_text(c, a->rows ? a->rows : SIZE_MAX, std_out());
}

static int show_path(struct wakers_args *a)
{
	struct defer_view *view = &a->view;
	struct diag diag = DIAG_INIT;
	struct critical c;
	bool damaged;
	int err = critical__collect(&c, &a->path, &view->opts, &defer_view_ops, view, &diag), status = EXIT_OK;

	if (defer_view__read(view, err, &diag)) {
		critical__exit(&c);
		return EXIT_FAILED;
	}
	if (!a->on_screen || !show_path_screen(a, &c))
		print_path(a, &c);
	if (!c.nr_spans) {
		pr_warning("perf: in '%s' no thread that passes the filters %s\n", session__input_name(c.session),
			   a->path.to ? "has a span between these events" : "was there at that time");
		status = EXIT_FAILED;
	}
	damaged = read_errors__close(&view->errors, &c.stats);
	critical__exit(&c);
	return damaged ? EXIT_PARTIAL : status;
}

/* Exits where the options do not fit together. */
static void check_path(const struct wakers_args *a)
{
	if (!a->critical && (a->path.from || a->path.to || a->path.time || a->path.spans))
		usage_error("--from, --to, --time and --spans are about --critical-path");
	if (!a->critical)
		return;
	if (a->dot)
		usage_error("--critical-path and --dot exclude each other");
	if (!a->path.from != !a->path.to)
		usage_error("--from and --to are the two events of a span: both are needed, or none");
	if (!has_filters(&a->view))
		usage_error("--critical-path is that of a thread: say which (--tid TID, --pid PID or -c COMM)");
}

int cmd_defer_wakers(int argc, const char **argv)
{
	struct wakers_args a = { .view = { .opts = { .gaps = true, .store_pipe = true } }, .rows = 20 };
	struct defer_view *view = &a.view;
	const struct option options[] = {
		OPT_UINT('d', "depth", &a.depth, "N", "how many hops to show: who woke the task, who had woken that one, ...\n"
			 "                              (3; with --critical-path 100)"),
		OPT_UINT(0, "rows", &a.rows, "N", "show at most N rows (20; 0: all); with --json and --tui, all\n"
			 "                              rows; of a critical path, N steps"),
		OPT_BOOL(0, "dot", &a.dot, "a graph of commands, for dot(1) of Graphviz"),
		OPT_BOOL(0, "critical-path", &a.critical, "what a thread did or waited for at each moment of a span, across threads"),
		OPT_STRING(0, "from", &a.path.from, "EVENT", "the span begins with a sample of this event in the thread"),
		OPT_STRING(0, "to", &a.path.to, "EVENT", "the span ends with the next sample of this event in the thread"),
		OPT_STRING(0, "time", &a.path.time, "START,STOP", "the span, in seconds; or the time in which --from and --to are looked for"),
		OPT_UINT(0, "spans", &a.path.spans, "N", "show the paths of the N longest spans (1)"),
		DEFER_VIEW_FILTERS(view),
		SCREEN_OPTIONS(&a.screen),
		DEFER_VIEW_OPTIONS(view, "say more"),
		OPT_END()
	};

	a.depth = UINT_MAX;
	screen_choice__configure(&a.screen, "tui.defer");
	defer_view__begin(view, argc, argv, options, usage);
	check_path(&a);
	a.how.depth = a.depth == UINT_MAX ? 3 : a.depth;
	a.path.depth = a.depth == UINT_MAX ? CRITICAL_MAX_DEPTH : a.depth;
	if ((!a.depth && !a.critical) || (a.depth != UINT_MAX && a.depth > CRITICAL_MAX_DEPTH))
		usage_error("-d takes a number of wakers from 1 to 100");
	if (view->json && a.dot)
		usage_error("--json and --dot exclude each other");
	if (!a.path.spans)
		a.path.spans = 1;
	a.on_screen = defer_view__begin_screen(&a.view, &a.screen, why_text(&a));
	return a.critical ? show_path(&a) : show_wakers(&a);
}
