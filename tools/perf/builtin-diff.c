// SPDX-License-Identifier: GPL-2.0-only
/* perf diff: the rows of two or more recordings beside each other, and what has changed. */
#include "builtin-diff.h"
#include "builtin-export.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/output/pager.h"

/* --- reading one recording -------------------------------------------------------------------------- */

static bool show_screen(struct diff *d, const struct diff_print *p)
{
	struct tables ts = { 0 };
	bool shown = false;

	diff_print__make_tables(p, &ts);
	if (ts.nr)
		shown = screen_choice__show(&d->screen, &ts);
	tables__exit(&ts);
	return shown;
}

static int show_table(struct diff *d, struct diff_table *table)
{
	struct diff_print p = {
		.table = table, .names = d->files, .compute = d->compute, .order = d->order, .formula = d->formula,
		.periods = d->periods, .source = d->source, .no_header = verbose <= LOG_QUIET, .percent_limit = d->percent_limit,
		.sep = d->field_sep, .graph = &d->hists_opts.graph, .out = std_out(),
	};
	struct pager pager;

	diff_table__finish(table, d->baseline_only);
	if (d->sides)
		return diff__show_sides(d, table);
	if (d->on_screen && show_screen(d, &p))
		return EXIT_OK;
	screen_opening__leave(&d->screen.opening);
	pager__start(&pager, d->no_pager);
	diff_print(&p);
	pager__end(&pager);
	return EXIT_OK;
}

static int compare(struct diff *d)
{
	struct diff_table table;
	int status = EXIT_OK, ret;
	unsigned int i;

	if (d->on_screen)
		screen_choice__begin(&d->screen, "perf diff");
	diff_table__init(&table, d->nr_files, d->hists_opts.graph.mode != GRAPH_NONE);
	table.with_callers = d->hists_opts.children;
	for (i = 0; i < d->nr_files && (status == EXIT_OK || status == EXIT_PARTIAL); i++) {
		ret = diff__read(d, &table, i);
		status = ret ? ret : status;
	}
	if (status == EXIT_OK || status == EXIT_PARTIAL) {
		ret = show_table(d, &table);
		status = ret ? ret : status;
	} else {
		screen_opening__leave(&d->screen.opening);
	}
	diff_table__exit(&table);
	return status;
}

/* The same as a page. */
static int write_flamegraph(struct diff *d)
{
	struct export_run run = { .session_opts = d->session_opts, .itrace = d->itrace, .off_cpu = d->off_cpu,
				  .output = d->flamegraph, .time = d->time, .diff = d->files[0] };

	run.opts.format = export_format__find("flamegraph");
	run.opts.code = d->page_code;
	run.session_opts.input = d->files[1];
	return export_run(&run);
}

int cmd_diff(int argc, const char **argv)
{
	struct diff d = {
		.hists_opts = { .graph = GRAPH_OPTS_DEFAULT, .orphan_marks = true, .time_quantum = 100000000 },
		.off_cpu = OFF_CPU_VIEW_INIT, .order = 1, .percent_limit = -1,
	};
	int status;

	d.hists_opts.graph.mode = GRAPH_NONE;
	diff__configure(&d);
	diff__parse_command_line(&d, argc, argv);
	diff__choose_screen(&d);
	status = d.flamegraph ? write_flamegraph(&d) : compare(&d);
	diff__free_options(&d);
	return status;
}
