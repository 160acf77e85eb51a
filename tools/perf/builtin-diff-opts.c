// SPDX-License-Identifier: GPL-2.0-only
/* The command line and the configuration of perf diff. */
#include <errno.h>
#include <stdlib.h>

#include "builtin-diff.h"
#include "builtin-row-opts.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/symbol/symbol-options.h"

static int fail(const struct diag *diag)
{
	pr_error("perf: %s\n", diag->text);
	return -EINVAL;
}

static int set_compute(const struct option *opt, const char *arg, bool unset)
{
	struct diff_compute *c = opt->value;
	struct diag diag = DIAG_INIT;

	return diff_compute__parse(c, unset ? "delta-abs" : arg, &diag) < 0 ? fail(&diag) : 0;
}

static int configure_compute(void *ctx, const char *value, struct diag *diag)
{
	return diff_compute__parse(ctx, value, diag);
}

static int set_graph(const struct option *opt, const char *arg, bool unset)
{
	struct graph_opts *g = opt->value;
	struct diag diag = DIAG_INIT;

	g->mode = GRAPH_ABS;
	if (arg && !unset && graph_opts__parse(g, arg, &diag) < 0)
		return fail(&diag);
	if (unset)
		g->mode = GRAPH_NONE;
	if ((g->mode == GRAPH_ABS || g->mode == GRAPH_FOLDED || g->mode == GRAPH_NONE) && !g->by_address && !g->branches &&
	    g->value == GRAPH_PERCENT)
		return 0;
	pr_error("perf: -g of perf diff takes graph, folded or none, a percentage, a number of branches, caller or callee\n");
	return -EINVAL;
}

static int set_flamegraph(const struct option *opt, const char *arg, bool unset)
{
	const char **file = opt->value;

	*file = unset ? NULL : arg ? arg : "flamegraph.html";
	return 0;
}

static int refuse_dump(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	(void)arg;
	if (unset)
		return 0;
	pr_error("perf: perf report -D -i FILE shows the records of a recording\n");
	return -EINVAL;
}

static int refuse_branches(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	if (unset)
		return 0;
	pr_error("perf: --%s is not there: this perf does not compare basic blocks or streams of branches (perf report "
		 "--total-cycles and -b show those of one recording)\n", opt->long_name);
	return -EINVAL;
}

void diff__configure(struct diff *d)
{
	uint64_t order = 1;
	const struct config_key keys[] = {
		{ "diff.order", CONFIG_U64, &order, NULL },
		{ "diff.compute", CONFIG_CALLBACK, &d->compute, configure_compute },
		SYMBOL_CONFIG_KEY(&d->session_opts.symbols),
		EXPORT_CODE_CONFIG_KEYS(&d->page_code),
		{ 0 }
	};

	perf_config__apply(keys);
	screen_choice__configure(&d->screen, "tui.diff");
	d->order = order < UINT32_MAX ? (unsigned int)order : UINT32_MAX;
}

static void add_compare_options(struct diff *d, struct option_table *t)
{
	struct hists_opts *ho = &d->hists_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("How to compare"),
		OPT_CALLBACK('c', "compute", &d->compute, "HOW", "delta-abs: difference of shares, largest first (the default);\n"
			     "                              delta: difference, what grew most comes first; ratio: of periods;\n"
			     "                              wdiff:W1,W2: new period * W2 - old period * W1", set_compute),
		OPT_UINT('o', "order", &d->order, "N", "order rows by what changed in recording N; 0: by the first one's shares (1)"),
		OPT_BOOL('b', "baseline-only", &d->baseline_only, "only rows that the first recording shares with another"),
		OPT_PERCENT("percent-limit", &d->percent_limit, "PERCENT", "leave out rows that are below this everywhere"),
		OPT_CALLBACK(0, "percentage", &ho->filter_relative, "relative|absolute",
			     "percentages of what passed the filters, or of everything (the default)", row_opts__set_percentage),
		OPT_GROUP("More than noise"),
		OPT_CALLBACK(0, "base", &d->base, "FILE", "a recording of the old build; several times for several runs, and the\n"
			     "                              arguments are runs of the new one", diff_base__add),
		OPT_CALLBACK(0, "fail-on", &d->rules, "RULE", "exit with status 3 if this has happened: 'sym>+2%', 'sym=parse>x1.1',\n"
			     "                              'total>5%'; may be there several times", diff_rule__add),
		OPT_CALLBACK(0, "format", &d->format, "FORMAT", "text, markdown or json", diff_format__set));
}

/* Rows and columns, and the time that is spans rather than samples. */
static void add_row_options(struct diff *d, struct option_table *t)
{
	struct hists_opts *ho = &d->hists_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Rows and columns"),
		OPT_STRING('s', "sort", &d->columns_opts.sort, "KEY,...", "what makes a row, as perf report has it (dso,sym)"),
		OPT_BOOL(0, "source", &d->source, "functions with their source, and what has changed at each line"),
		OPT_BOOL('p', "period", &d->periods, "columns with the periods"),
		OPT_BOOL('F', "formula", &d->formula, "columns that show how values were computed"),
		OPT_CALLBACK_FLAGS('g', "call-graph", &ho->graph, "STYLE,PERCENT[,LIMIT],ORDER",
				   "whole stacks below the rows: graph, folded or none;\n"
				   "                              caller, callee (graph,0.5,callee)", set_graph, OPT_OPTARG),
		OPT_STRING('t', "field-separator", &d->field_sep, "SEP", "put this between the columns instead of blanks"),
		OPT_CALLBACK_FLAGS(0, "flamegraph", &d->flamegraph, "FILE", "a flame graph instead, for any browser: what has\n"
				   "                              grown is red (flamegraph.html)", set_flamegraph, OPT_OPTARG),
		EXPORT_CODE_OPTION(&d->page_code, "with --flamegraph: "),
		OPT_GROUP("Time rather than samples"),
		OFF_CPU_OPTIONS(&d->off_cpu),
		OPT_BOOL(0, "wall", &d->off_cpu.wall, "all of the threads' time: off their CPUs, and on them by the samples"));
}

static void add_sample_options(struct diff *d, struct option_table *t)
{
	struct session_opts *so = &d->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Which samples"),
		OPT_STRING('C', "comms", &d->only.comms, "COMM,...", "only these commands"),
		OPT_STRING('d', "dsos", &d->only.dsos, "DSO,...", "only these files"),
		OPT_STRING('S', "symbols", &d->only.symbols, "SYM,...", "only these functions"),
		OPT_STRING(0, "pid", &d->only.pids, "PID,...", "only these processes"),
		OPT_STRING(0, "tid", &d->only.tids, "TID,...", "only these threads"),
		OPT_STRING(0, "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)"),
		OPT_STRING(0, "time", &d->time, "START,STOP", "only this part of each recording, in seconds or percent (10%-20%);\n"
			   "                              1,2:3,4 are the parts of two recordings"),
		OPT_CALLBACK_FLAGS(0, "itrace", &d->itrace, "LETTERS", "what is counted of instruction traces (Intel PT)",
				   itrace_opts__report_option, OPT_OPTARG),
		OPT_BOOL('f', "force", &so->force, "read the files, no matter who owns them"),
		OPT_BOOL(0, "inline", &d->inlines, "show inlined functions"),
		OPT_BOOL(0, "as-recorded", &so->as_recorded, "stacks as upstream shows them: a caller is looked up at the\n"
			 "                              return address, not at its call"),
		OPT_BOOL(0, "no-infer", &so->no_infer, "mark callers that frame pointers have skipped, but do not name them"),
		SYMBOL_OPTIONS(&so->symbols));
}

static void add_output_options(struct diff *d, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Output"),
		SCREEN_OPTIONS(&d->screen),
		{ OPTION_BOOL, 0, "pager", &d->no_pager, NULL, "on a terminal, show it with $PERF_PAGER, $PAGER or less (the default)",
		  NULL, OPT_INVERT, NULL },
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "rows only, no warnings", option__set_quiet, OPT_NOARG),
		OPT_GROUP("Options of upstream that have no effect or are refused"),
		OPT_BOOL('m', "modules", &d->no_effect, "no effect: modules always have their symbols"),
		OPT_CALLBACK_FLAGS('D', "dump-raw-trace", NULL, NULL, "refused: perf report -D shows records", refuse_dump, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "stream", NULL, NULL, "refused: streams of branches are not compared", refuse_branches, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "cycles-hist", NULL, NULL, "refused: basic blocks are not compared", refuse_branches, OPT_NOARG));
}

void diff__parse_command_line(struct diff *d, int argc, const char **argv)
{
	static const char *const usage[] = { "perf diff [<options>] [<old recording>] [<new recording>...]",
					      "perf diff --base=OLD1 --base=OLD2... [<options>] [--] [<new recording>...]", NULL };
	const enum diff_method method = d->compute.method;
	const unsigned int order = d->order;
	struct option_table t = { 0 };

	d->inlines = true;
	add_compare_options(d, &t);
	add_row_options(d, &t);
	add_sample_options(d, &t);
	add_output_options(d, &t);
	argc = parse_options(argc, argv, t.list, usage, 0);
	option_table__exit(&t);
	row_opts__list_keys(&d->columns_opts, false);
	d->session_opts.symbols.inlines = d->inlines;
	diff__settle(d, argc, argv, d->order != order || d->compute.method != method);
}

void diff__choose_screen(struct diff *d)
{
	d->on_screen = screen_choice__settle(&d->screen, d->sides ? "--base, --fail-on and --format print text" : d->flamegraph ? "--flamegraph is a page" : d->source ? "--source is text" :
					     d->field_sep ? "-t is for text" : verbose <= LOG_QUIET ? "-q is for text" : NULL);
}

void diff__free_options(struct diff *d)
{
	name_list__exit(&d->comms);
	name_list__exit(&d->dsos);
	name_list__exit(&d->symbols);
	free((void *)(uintptr_t)d->hists_opts.pids);
	free((void *)(uintptr_t)d->hists_opts.tids);
	name_list__exit(&d->base);
	diff_rules__exit(&d->rules);
	free(d->files);
}
