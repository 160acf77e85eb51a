// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf report. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-report.h"
#include "builtin-row-opts.h"
#include "util/base/alloc.h"
#include "util/base/id-list.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/name-list.h"
#include "util/base/option-table.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/callchain/parent-match.h"
#include "util/callchain/unwind-style.h"
#include "util/columns/column-tables.h"
#include "util/output/color.h"
#include "util/output/exact-names.h"
#include "util/symbol/symbol-options.h"

static int fail(const struct diag *diag)
{
	pr_error("perf: %s\n", diag->text);
	return -1;
}

static int parse_graph(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;
	struct diag diag = DIAG_INIT;

	if (unset) {
		r->hists_opts.graph.mode = GRAPH_NONE;
		return 0;
	}
	r->graph_set = true;
	return graph_opts__parse(&r->hists_opts.graph, arg, &diag) < 0 ? fail(&diag) : 0;
}

static int set_inverted(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->hists_opts.graph.caller = !unset;
	r->hists_opts.graph.order_set = true;
	return 0;
}

/* It is about rows, and about the branches below them. */
static int set_limit(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;
	struct option rows = *opt;
	int err;

	rows.value = &r->percent_limit;
	err = option__set_percent(&rows, arg, unset);
	if (!err)
		r->hists_opts.graph.min_percent = r->percent_limit;
	return err;
}

static int set_text(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->screen = unset ? REPORT_AS_CONFIGURED : REPORT_TEXT;
	return 0;
}

static int set_screen(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->screen = unset ? REPORT_TEXT : REPORT_SCREEN;
	return 0;
}

static int say_no_stitching(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	(void)arg;
	if (!unset)
		pr_warning("perf: --stitch-lbr has no effect: stacks of branches are as long as the hardware "
			   "kept them\n");
	return 0;
}

static int parse_pretty(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	if (unset || !strcmp(arg, "normal"))
		r->raw_counts = false;
	else if (!strcmp(arg, "raw"))
		r->raw_counts = true;
	else {
		pr_error("perf: option '--pretty' takes normal or raw, not '%s'\n", arg);
		return -1;
	}
	return 0;
}

static int parse_graph_size(const struct option *opt, const char *arg, bool unset)
{
	struct graph_opts *graph = opt->value;
	char *end;
	unsigned long long mb;

	if (unset) {
		graph->max_size = 0;
		return 0;
	}
	errno = 0;
	mb = strtoull(arg, &end, 10);
	if (errno || !isdigit((unsigned char)*arg) || *end || mb > UINT64_MAX >> 20) {
		pr_error("perf: option '--graph-size' takes a number of megabytes, 0 for any, not '%s'\n", arg);
		return -1;
	}
	graph->max_size = mb << 20;
	return 0;
}

static int parse_quantum(const struct option *opt, const char *arg, bool unset)
{
	static const struct { const char *unit; uint64_t ns; } units[] = {
		{ "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 }
	};
	struct report *r = opt->value;
	char *end = NULL;
	uint64_t v;
	size_t i;

	if (unset)
		return 0;
	v = strtoull(arg, &end, 10);
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (end != arg && v && v < UINT32_MAX && !strcmp(end, units[i].unit)) {
			r->hists_opts.time_quantum = v * units[i].ns;
			return 0;
		}
	pr_error("perf: option '--time-quantum' takes a time like 100ms, not '%s'\n", arg);
	return -1;
}

/* Asked for, it is about all events of a recording without groups. */
static int set_group(const struct option *opt, const char *arg, bool unset)
{
	struct hists_opts *h = opt->value;

	(void)arg;
	h->group = h->group_all = !unset;
	return 0;
}

static int set_children(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->children = !unset;
	return 0;
}

static int set_branches(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->branch_mode = !unset;
	return 0;
}

/* A name alone is --symbol-filter, as with upstream; those who forgot -i shall not get an empty report. */
static bool looks_like_file(const char *token)
{
	return strchr(token, '/') || strstr(token, ".data") || !access(token, F_OK);
}

static int set_flamegraph(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	r->flamegraph = unset ? NULL : arg ? arg : "flamegraph.html";
	return 0;
}

#define INVERTED(l, v, h) { OPTION_BOOL, 0, l, v, NULL, h, NULL, OPT_INVERT, NULL }

static void list_column(const char *name, const char *help)
{
	char *line = xasprintf("%-27s %s", name, help);

	std_out__line(line);
	free(line);
}

/* -s '?', -F '?': a line for each, with its name first; without a recording no fields of tracepoints are known. */
static void __attribute__((noreturn)) list_columns(bool fields)
{
	const struct column *col;
	struct column_walk w;

	for_each_column(&w, col)
		if (!col->alias && (fields || column__is_key(col)))
			list_column(col->name, col->help);
	list_column("trace_fields", "all fields of all tracepoints, each in a column of its own");
	exit(std_out__finish(EXIT_OK));
}

static void add_input_options(struct report *r, struct option_table *t)
{
	struct session_opts *so = &r->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Input"),
		OPT_STRING('i', "input", &so->input, "FILE", "the recording (perf.data; '-' is standard input)"),
		OPT_BOOL('f', "force", &so->force, "read the file even if another user owns it"),
		OPT_EXACT_NAMES(),
		OPT_JOBS('j', &so->jobs));
}

static void add_row_options(struct report *r, struct option_table *t)
{
	struct hists_opts *ho = &r->hists_opts;
	struct columns_opts *co = &r->columns_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Rows and columns"),
		OPT_STRING('s', "sort", &co->sort, "KEY,...", "what makes a row: comm,dso,sym,pid,tid,cpu,time,srcline,\n"
			   "                              parent,trace,EVENT.FIELD and more (comm,dso,sym)"),
		OPT_STRING('F', "fields", &co->fields, "KEY,...", "the columns: the keys, and overhead,overhead_children,\n"
			   "                              overhead_sys,overhead_us,sample,period"),
		OPT_CALLBACK_FLAGS('b', "branch-stack", r, NULL,
				   "rows are branches (the default for what record -b recorded)",
				   set_branches, OPT_NOARG),
		OPT_BOOL(0, "total-cycles", &r->total_cycles,
			 "blocks of code between branches, by the cycles that they took"),
		OPT_BOOL('n', "show-nr-samples", &co->nr_samples, "a column with the number of samples"),
		OPT_BOOL(0, "show-total-period", &co->total_period, "a column with the sum of the periods"),
		OPT_BOOL(0, "show-cpu-utilization", &co->sys_us, "columns with the shares of kernel and user mode"),
		OPT_BOOL_HIDDEN("showcpuutilization", &co->sys_us),
		OPT_CALLBACK_FLAGS(0, "children", r, NULL, "count the time of the functions that a function called, too (the default)",
				   set_children, OPT_NOARG),
		OPT_CALLBACK(0, "percent-limit", r, "PERCENT", "leave out rows and branches below this", set_limit),
		OPT_CALLBACK(0, "percentage", &ho->filter_relative, "relative|absolute", "percentages of what passed the filters, or of everything",
			     row_opts__set_percentage),
		OPT_BOOL(0, "latency", &r->latency, "latency first: what a thread costs in time that passes; a moment in\n"
			 "                              which N threads run counts 1/N for each (needs record --latency)"),
		OPT_BOOL('H', "hierarchy", &ho->hierarchy, "a level of rows for each key; without callers"),
		OPT_CALLBACK_FLAGS(0, "group", ho, NULL, "events of a group side by side (the default); all events, if\n"
				   "                              there are no groups", set_group, OPT_NOARG),
		METRIC_OPTION(&r->metrics),
		OPT_UINT(0, "group-sort-idx", &ho->group_sort, "N", "order by event N of a group; 0 is the leader"),
		OPT_STRING('w', "column-widths", &co->widths, "N,...", "fixed widths of the columns"),
		OPT_STRING('t', "field-separator", &r->field_sep, "SEP", "put this between the columns instead of blanks"),
		OPT_BOOL(0, "mem-mode", &r->mem_mode, "memory accesses: rows by where the data were found, and what that cost"),
		OPT_CALLBACK(0, "time-quantum", r, "TIME", "length of the slices of '-s time' (100ms)", parse_quantum),
		OPT_STRING('p', "parent", &r->parent, "REGEX", "a column with the first caller whose name matches"),
		OPT_BOOL('x', "exclude-other", &ho->exclude_other, "leave out samples without such a caller"),
		OPT_BOOL(0, "raw-trace", &ho->raw_trace, "fields of tracepoints as numbers, not as text"),
		OPT_BOOL(0, "ns", &ho->ns, "times in nanoseconds"),
		OPT_BOOL(0, "full-source-path", &ho->full_source_path, "source files with their folders"),
		OPT_BOOL('U', "hide-unresolved", &ho->hide_unresolved, "leave out what has no symbol"),
		OPT_BOOL(0, "skip-empty", &r->skip_empty, "leave events without samples out (the default)"));
}

static void add_graph_options(struct report *r, struct option_table *t)
{
	struct session_opts *so = &r->session_opts;
	struct hists_opts *ho = &r->hists_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Call graphs"),
		OPT_CALLBACK_FLAGS('g', "call-graph", r, "STYLE,PERCENT[,LIMIT],ORDER,KEY,VALUE",
				   "style: graph, flat, fractal, folded, none; order: caller,\n"
				   "                              callee; key: function, address; branch: with the\n"
				   "                              last branches; value: percent, period, count\n"
				   "                              (graph,0.5,caller,function,percent)",
				   parse_graph, OPT_NEXTARG),
		OPT_UINT(0, "graph-depth", &ho->graph.max_depth, "N",
			 "how many frames a call graph shows (256; 0: all)"),
		OPT_CALLBACK(0, "graph-size", &ho->graph, "MB", "how much text all call graphs together may be (64; 0: any size)",
			     parse_graph_size),
		OPT_BOOL(0, "branch-history", &r->branch_history,
			 "stacks with the last branches, and what is known of them"),
		OPT_CALLBACK_FLAGS(0, "stitch-lbr", NULL, NULL,
				   "no effect: the stacks of several samples are never joined", say_no_stitching,
				   OPT_NOARG),
		OPT_BOOL(0, "show-ref-call-graph", &ho->reference, "for events without stacks, those of the same rows of an event that has some"),
		OPT_CALLBACK_FLAGS('G', "inverted", r, NULL, "from the caller to the callee", set_inverted, OPT_NOARG),
		OPT_UINT(0, "max-stack", &ho->max_stack, "N", "at most N frames of a stack"),
		OPT_CALLBACK(0, "unwind-style", NULL, "STYLE", "how to unwind recorded stacks: only libdw is built in", unwind_style__parse),
		OPT_BOOL(0, "orphan-marks", &ho->orphan_marks, "mark stacks whose user half is missing by a frame (the default)"),
		OPT_STRING(0, "ignore-callees", &r->ignore_callees, "REGEX", "count what these functions call as their own"),
		OPT_BOOL(0, "inline", &r->inlines, "show inlined functions"),
		OPT_BOOL(0, "as-recorded", &so->as_recorded, "stacks as upstream shows them: a caller is looked up at the\n"
			 "                              return address, not at its call"),
		OPT_BOOL(0, "no-infer", &so->no_infer, "mark callers that frame pointers have skipped, but do not name them"));
}

/* Which samples count, and the time that is spans rather than samples. */
static void add_sample_options(struct report *r, struct option_table *t)
{
	struct session_opts *so = &r->session_opts;
	struct hists_opts *ho = &r->hists_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Time rather than samples"),
		OFF_CPU_OPTIONS(&r->off_cpu),
		OPT_BOOL(0, "wall", &r->off_cpu.wall, "all of the threads' time: off the CPU, and on the CPU (by samples)"),
		OPT_GROUP("Which samples"),
		OPT_STRING('c', "comms", &r->comms, "COMM,...", "only these commands"),
		OPT_STRING('d', "dsos", &r->dsos, "DSO,...", "only these files"),
		OPT_STRING('S', "symbols", &r->symbols, "SYM,...", "only these functions"),
		OPT_STRING(0, "symbol-filter", &ho->symbol_filter, "PART", "only rows with this in the function's name"),
		OPT_INT(0, "socket-filter", &r->socket, "N", "only CPUs of this socket"),
		OPT_STRING(0, "pid", &r->pids, "PID,...", "only these processes"),
		OPT_STRING(0, "tid", &r->tids, "TID,...", "only these threads"),
		OPT_STRING(0, "parallelism", &r->parallelism_list, "N,...", "only while so many threads ran (ranges: 2-4)"),
		OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)"),
		OPT_STRING(0, "time", &r->time, "START,STOP", "only this part of the recording, in seconds or percent (10%-20%)"),
		OPT_STRING(0, "switch-on", &r->event_switch.on_name, "EVENT", "only what comes after a sample of this event"),
		OPT_STRING(0, "switch-off", &r->event_switch.off_name, "EVENT", "nothing after a sample of this event"),
		OPT_BOOL(0, "show-on-off-events", &r->event_switch.show, "show the samples of these two events, too"),
		OPT_CALLBACK_FLAGS(0, "itrace", &r->itrace, "LETTERS", "what to count in instruction traces (Intel PT):\n"
				   "                              i instructions and how often, g their stacks, b branches, ...",
				   itrace_opts__report_option, OPT_OPTARG),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_BOOL(0, "ignore-vmlinux", &so->symbols.ignore_vmlinux, "do not look for a vmlinux; use only one that -k names"));
}

/* Code, and what there is beside rows. */
static void add_other_options(struct report *r, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Code (a on the screen, and --with-code)"),
		CODE_LOOK_OPTIONS(&r->look),
		OPT_GROUP("Other things to show"),
		OPT_BOOL(0, "header", &r->header, "print the header of the recording first"),
		OPT_BOOL(0, "header-only", &r->header_only, "print only the header of the recording"),
		OPT_BOOL('I', "show-info", &r->show_info, "all of it: CPU topology, caches, memory"),
		OPT_BOOL('D', "dump-raw-trace", &r->dump, "every record of the file: bytes and fields"),
		OPT_BOOL('T', "threads", &r->threads, "below the tables, the counters of each thread (record -s)"),
		OPT_CALLBACK(0, "pretty", r, "normal|raw", "with -T: one line for each thread, or for each value", parse_pretty),
		OPT_BOOL(0, "tasks", &r->tasks, "the tasks, as a tree"),
		OPT_BOOL(0, "mmaps", &r->mmaps, "the tasks, and what they had mapped"),
		OPT_BOOL(0, "missing", &r->show_missing, "code without names: why it has none, and how to get them; broken stacks"),
		OPT_BOOL(0, "stats", &r->stats, "the number of records of each type"));
}

static void add_output_options(struct report *r, struct option_table *t)
{
	OPTION_TABLE_ADD(t,
		OPT_GROUP("Output"),
		OPT_CALLBACK_FLAGS(0, "tui", r, NULL, "a screen to walk around in (the default on a terminal; h there\n"
				   "                              lists its keys)", set_screen, OPT_NOARG),
		OPT_CALLBACK_FLAGS(0, "stdio", r, NULL, "plain text (the default elsewhere)", set_text, OPT_NOARG),
		OPT_BOOL(0, "json", &r->json, "JSON for other programs"),
		OPT_STRING(0, "between", &r->between, "EVENT,EVENT", "instead: how long threads take from one event to the other, and\n"
			   "                              which stacks make some of them slow"),
		OPT_CALLBACK_FLAGS(0, "flamegraph", r, "FILE", "a flame graph instead: a page for any browser\n"
				   "                              (flamegraph.html)", set_flamegraph, OPT_OPTARG),
		EXPORT_CODE_OPTION(&r->page_code, "with --flamegraph: "),
		OPT_STRING(0, "diff", &r->diff, "OLD", "with --flamegraph: what has changed since this recording"),
		OPT_CALLBACK_FLAGS(0, "stdio-color", &r->color, "always|never|auto", "colours", color__option, OPT_OPTARG),
		INVERTED("pager", &r->no_pager, "on a terminal, show it with $PERF_PAGER, $PAGER or less (the default)"),
		OPT_INCR('v', "verbose", &verbose, "say more: addresses and full paths"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "rows only, no warnings", option__set_quiet, OPT_NOARG),
		OPT_GROUP("Without effect, accepted because scripts use them"),
		OPT_STRING(0, "objdump", &r->unused, "PATH", "the program that takes code apart"),
		OPT_STRING(0, "addr2line", &r->unused, "PATH", "the program that finds source lines"),
		OPT_STRING(0, "addr2line-style", &r->unused, "STYLE", "of programs and libraries that find source lines"),
		OPT_STRING(0, "samples", &r->unused, "N", "samples to keep of each row, for a screen of their own"),
		OPT_BOOL('m', "modules", &r->no_effect, "modules of a kernel whose symbols are given with --vmlinux"),
		OPT_BOOL(0, "disable-order", &r->no_effect, "events in their own order in raw traces"));
}

/* What makes rows, and how they are shown. */
static void settle_rows(struct report *r)
{
	struct session_opts *so = &r->session_opts;
	struct hists_opts *ho = &r->hists_opts;
	struct columns_opts *co = &r->columns_opts;

	ho->show_empty = !r->skip_empty;
	so->symbols.inlines = r->inlines;
	if (r->field_sep && !*r->field_sep)
		usage_error("option '-t' takes a separator that is not empty");
	if (r->field_sep && *r->field_sep == '.')
		usage_error("'.' separator is the only non valid --field-separator argument");
	ho->field_sep = r->field_sep && !strcmp(r->field_sep, "\\t") ? "\t" : r->field_sep;
	if (r->between)
		report__check_between(r);
	if (!co->sort && !co->fields)
		co->sort = r->default_sort;
	r->tasks |= r->mmaps;
	if (r->json && (r->tasks || r->dump || r->header_only))
		usage_error("--json is about rows or --missing, not about --tasks, --mmaps, -D or --header-only");
	if (r->json)
		shown__keep_exact();
	if (r->mem_mode && r->branch_mode == 1)
		usage_error("rows are either branches (-b) or memory accesses (--mem-mode)");
	if (r->mem_mode)
		r->branch_mode = 0;
	r->children &= !ho->hierarchy;
	ho->parent = row_opts__match(r->parent ? r->parent : PARENT_MATCH_DEFAULT);
	if (r->ignore_callees)
		ho->ignore_callees = row_opts__match(r->ignore_callees);
	co->parent = r->parent;
	co->raw_trace = ho->raw_trace;
	ho->verbose = verbose;
}

/* Which samples count. */
static void settle_filters(struct report *r)
{
	struct hists_opts *ho = &r->hists_opts;
	uint32_t *pids = NULL, *tids = NULL;
	struct diag diag = DIAG_INIT;

	if (r->socket >= 0)
		ho->socket_filter = &r->socket;
	ho->comms = row_opts__names(r->comms);
	ho->dsos = row_opts__names(r->dsos);
	ho->symbols = row_opts__names(r->symbols);
	if (id_list__parse("--pid", r->pids, &pids, &ho->nr_pids, &diag) < 0 ||
	    id_list__parse("--tid", r->tids, &tids, &ho->nr_tids, &diag) < 0)
		usage_error("%s", diag.text);
	ho->pids = pids;
	ho->tids = tids;
	if (ranges__parse(&r->parallelism_levels, r->parallelism_list, "levels of parallelism", &diag) < 0)
		usage_error("%s", diag.text);
	if (r->parallelism_levels.nr)
		ho->parallelism_levels = &r->parallelism_levels;
}

/* What samples are made of: spans off the CPU, traces. */
static void settle_samples(struct report *r)
{
	struct session_opts *so = &r->session_opts;

	so->no_order = r->dump;
	off_cpu_view__settle(&r->off_cpu);
	if (r->off_cpu.on && (r->branch_mode == 1 || r->branch_history || r->mem_mode || (r->latency && !r->off_cpu.wall)))
		usage_error("--off-cpu has no branches, memory accesses or latency: these are about code that runs%s",
			    r->latency ? " (--wall has latency)" : "");
	if (r->off_cpu.on && r->parallelism_list)
		usage_error("--parallelism chooses samples by their moments, and a span has many");
	if (r->off_cpu.on)
		r->branch_mode = 0;
	so->store_pipe = r->itrace.set;
	if (!r->itrace.set && !r->itrace.off) {
		itrace_opts__set_default(&r->itrace, false);
		r->itrace.branches = false;
		r->itrace.callchain = true;
	}
	so->gaps = true;
}

/* The page of --flamegraph, and code. */
static void settle_page(struct report *r)
{
	struct session_opts *so = &r->session_opts;
	const struct hists_opts *ho = &r->hists_opts;

	code_look__check(&r->look);
	if (r->metrics.nr && ((r->flamegraph && !r->page_code.on) || r->branch_mode == 1 || r->mem_mode))
		usage_error("--metric is about what events have counted: not for --flamegraph without --with-code, -b and --mem-mode");
	if (r->diff && !r->flamegraph)
		usage_error("--diff is for --flamegraph");
	if (r->page_code.on && !r->flamegraph)
		usage_error("--with-code is for --flamegraph: perf annotate shows code without a page");
	if (r->flamegraph && (r->dsos || r->symbols || ho->symbol_filter || r->parallelism_list || r->socket >= 0 ||
			      ho->exclude_other || r->event_switch.on_name || r->event_switch.off_name))
		usage_error("--flamegraph takes samples by -c, --pid, --tid, -C and --time only; the page searches for the rest");
	/* Rows are filtered when they are made; that table has none, nor has a page. */
	if (r->show_missing || r->flamegraph) {
		so->comms = r->comms;
		so->pids = r->pids;
		so->tids = r->tids;
	}
}

void report__parse_command_line(struct report *r, int argc, const char **argv)
{
	static const char *const usage[] = { "perf report [<options>] [<part of a function's name>]", NULL };
	const struct columns_opts *co = &r->columns_opts;
	struct hists_opts *ho = &r->hists_opts;
	struct option_table t = { 0 };

	r->inlines = true;
	add_input_options(r, &t);
	add_row_options(r, &t);
	add_graph_options(r, &t);
	add_sample_options(r, &t);
	add_other_options(r, &t);
	add_output_options(r, &t);
	argc = parse_options(argc, argv, t.list, usage, 0);
	option_table__exit(&t);
	if (argc > 1 || (argc && (ho->symbol_filter || looks_like_file(argv[0]))))
		usage_error("'perf report' takes no argument '%s' (-i names the recording)", argv[argc - 1]);
	if (argc)
		ho->symbol_filter = argv[0];
	if ((co->sort && !strcmp(co->sort, "?")) || (co->fields && !strcmp(co->fields, "?")))
		list_columns(co->fields != NULL);
	settle_rows(r);
	settle_filters(r);
	settle_samples(r);
	settle_page(r);
}

void report__free_options(struct report *r)
{
	struct hists_opts *o = &r->hists_opts;

	metrics__exit(&r->metrics);
	parent_match__delete(o->parent);
	parent_match__delete(o->ignore_callees);
	ranges__exit(&r->parallelism_levels);
	row_opts__free_names(o->comms);
	row_opts__free_names(o->dsos);
	row_opts__free_names(o->symbols);
	free((void *)(uintptr_t)o->pids);
	free((void *)(uintptr_t)o->tids);
}
