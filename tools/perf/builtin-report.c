// SPDX-License-Identifier: GPL-2.0-only
/* perf report: where the samples of a recording fell, counted and drawn. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "util/auxtrace/aux-dump.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/event/evlist.h"
#include "util/output/color.h"
#include "util/output/header-print.h"
#include "util/output/hist.h"
#include "util/output/orphans.h"
#include "util/output/pager.h"
#include "util/output/progress.h"
#include "util/output/raw-dump.h"
#include "util/output/read-errors.h"
#include "util/output/report-stats.h"
#include "util/output/report-stdio.h"
#include "util/output/text-out.h"
#include "util/output/time-range.h"
#include "util/output/unwind-notes.h"
#include "util/session/session.h"
#include "util/symbol/symbol-options.h"

struct report {
	struct session_opts session_opts;
	struct hists_opts hists_opts;
	struct columns_opts columns_opts;
	double percent_limit;
	const char *default_sort;	/* report.sort_order, where the command line says nothing */
	const char *time, *comms, *dsos, *symbols, *pids, *tids, *field_sep;
	bool children, graph_set, header, header_only, show_info, stats, dump, no_pager, skip_empty;
	int color;			/* 1, 0: as asked; -1: as the terminal is */
	struct session *session;
	struct columns *columns;
	struct hists *hists;
	struct time_ranges ranges;
	struct text_out dump_out;
	struct strbuf dump_text;
	struct aux_dump aux_dump;
	struct read_errors errors;
	struct progress progress;
};

/* --- what the session hands us ------------------------------------------------------------------- */

/*
 * Then rows are what the tracepoints say. As upstream has it, any other event is enough to go by thread
 * and symbol, a dummy that collects the side-band as well.
 */
static bool all_tracepoints(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.type != PERF_TYPE_TRACEPOINT)
			return false;
	return evlist->nr;
}

static bool has_chains(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
			return true;
	return false;
}

/* The events are known: what was asked for meets what was recorded. */
static int begin(void *ctx, struct session *session)
{
	struct report *r = ctx;
	struct evlist *evlist = session__evlist(session);
	struct hists_opts *h = &r->hists_opts;
	struct diag diag = DIAG_INIT;
	bool chains = has_chains(evlist);

	if (r->graph_set && !chains && h->graph.mode != GRAPH_NONE)
		pr_warning("perf: '%s' has no call graphs to draw: perf record -g records them\n",
			   session__input_name(session));
	h->children = r->children && chains;
	h->use_chains = chains && h->graph.mode != GRAPH_NONE;
	if (!h->graph.order_set)
		h->graph.caller = h->children;
	r->columns_opts.children = h->children;
	r->columns_opts.default_sort = all_tracepoints(evlist) ? "trace" : "comm,dso,sym";
	r->columns = columns__new(&r->columns_opts, &diag);
	if (!r->columns) {
		read_errors__fatal(&diag);
		return -EINVAL;
	}
	if (h->comms && !h->comms[1])
		columns__elide(r->columns, "comm");
	if (h->dsos && !h->dsos[1])
		columns__elide(r->columns, "dso");
	if (h->symbols && !h->symbols[1])
		columns__elide(r->columns, "sym");
	r->hists = hists__new(h, r->columns, evlist);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct report *r = ctx;

	if (!r->ranges.nr || time_ranges__contains(&r->ranges, sample->sample->time))
		hists__add(r->hists, sample);
	return 0;
}

static void flush_dump(void *ctx, struct strbuf *text)
{
	struct report *r = ctx;

	text_out__add(&r->dump_out, strbuf__str(text), text->len);
	strbuf__reset(text);
}

static int on_record(void *ctx, struct session *session, const struct record *record)
{
	struct report *r = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged stands in the dump; the session counts it as well. */
	(void)raw_dump__record(&r->dump_out, session, session__input_name(session), record, &diag);
	aux_dump__record(&r->aux_dump, record, &r->dump_text);
	flush_dump(r, &r->dump_text);
	return r->dump_out.error ? -r->dump_out.error : 0;
}

/* What lies behind a record: packets of a trace. */
static int on_follow(void *ctx, const void *data, size_t size)
{
	struct report *r = ctx;

	aux_dump__follow(&r->aux_dump, data, size, &r->dump_text, flush_dump, r);
	return r->dump_out.error ? -r->dump_out.error : 0;
}

static void on_flush(void *ctx)
{
	struct report *r = ctx;

	if (r->hists)
		hists__fold(r->hists);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct report *r = ctx;

	progress__end(&r->progress);
	read_errors__damaged(&r->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct report *r = ctx;

	progress__update(&r->progress, what, done, total);
}

/* --- options -------------------------------------------------------------------------------------- */

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

static int parse_limit(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;
	char *end = NULL;
	double v = unset ? 0 : strtod(arg, &end);

	if (!unset && (end == arg || (*end && strcmp(end, "%")) || !(v >= 0))) {
		pr_error("perf: option '--percent-limit' takes a number, not '%s'\n", arg);
		return -1;
	}
	r->percent_limit = r->hists_opts.graph.min_percent = v;
	return 0;
}

static int parse_percentage(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	if (unset || !strcmp(arg, "absolute"))
		r->hists_opts.filter_relative = false;
	else if (!strcmp(arg, "relative"))
		r->hists_opts.filter_relative = true;
	else {
		pr_error("perf: option '--percentage' takes relative or absolute, not '%s'\n", arg);
		return -1;
	}
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

static int parse_color(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	if (unset || (arg && !strcmp(arg, "never")))
		r->color = 0;
	else if (!arg || !strcmp(arg, "always"))
		r->color = 1;
	else if (!strcmp(arg, "auto"))
		r->color = -1;
	else {
		pr_error("perf: option '--stdio-color' takes always, never or auto, not '%s'\n", arg);
		return -1;
	}
	return 0;
}

static int set_children(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->children = !unset;
	return 0;
}

static int set_quiet(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	(void)arg;
	verbose = unset ? LOG_NORMAL : LOG_QUIET;
	return 0;
}

/* "a,b,c" -> a NULL-terminated list; the words lie in one allocation behind the pointers. */
static char **split_list(const char *text)
{
	size_t nr = 2, i = 0;
	const char *s;
	char **list, *copy, *word;

	if (!text)
		return NULL;
	for (s = text; *s; s++)
		nr += *s == ',';
	list = xmalloc(nr * sizeof(*list) + strlen(text) + 1);
	copy = memcpy(list + nr, text, strlen(text) + 1);
	while ((word = strsep(&copy, ",")) != NULL)
		if (*word)
			list[i++] = word;
	list[i] = NULL;
	if (i)
		return list;
	free(list);
	return NULL;
}

/* "1,2" -> an array of *@ret_nr numbers; NULL for NULL. */
static uint32_t *split_ids(const char *option, const char *text, size_t *ret_nr)
{
	uint32_t *ids = NULL;
	size_t nr = 0, cap = 0;
	const char *s = text;
	char *end;

	for (; s && *s; s = *end ? end + 1 : end) {
		unsigned long v = strtoul(s, &end, 10);

		if (end == s || (*end && *end != ',') || v > UINT32_MAX)
			usage_error("option '%s' takes numbers with commas between them, not '%s'", option, text);
		GROW(ids, nr, cap);
		ids[nr++] = (uint32_t)v;
	}
	*ret_nr = nr;
	return ids;
}

/* Which columns there will be depends on the recording, but not whether their names are right. */
static void check_columns(const struct columns_opts *opts)
{
	struct columns_opts some = *opts;
	struct diag diag = DIAG_INIT;
	struct columns *c;

	some.default_sort = "comm,dso,sym";
	c = columns__new(&some, &diag);
	if (!c)
		usage_error("%s", diag.text);
	columns__delete(c);
}

#define INVERTED(l, v, h) { OPTION_BOOL, 0, l, v, NULL, h, NULL, OPT_INVERT, NULL }

static void parse_command_line(struct report *r, int argc, const char **argv)
{
	struct session_opts *so = &r->session_opts;
	struct hists_opts *ho = &r->hists_opts;
	struct columns_opts *co = &r->columns_opts;
	bool inlines = true, stdio = true;
	const struct option options[] = {
		OPT_GROUP("Input"),
		OPT_STRING('i', "input", &so->input, "FILE", "the recording (perf.data; '-' is standard input)"),
		OPT_BOOL('f', "force", &so->force, "read it whoever owns it"),
		OPT_GROUP("Rows and columns"),
		OPT_STRING('s', "sort", &co->sort, "KEY,...", "what makes a row: comm,dso,sym,pid,tid,tgid,cpu,time,\n"
			   "                              trace,weight,local_weight,symbol_size,cgroup_id"),
		OPT_STRING('F', "fields", &co->fields, "KEY,...", "the columns: the keys, and overhead,overhead_children,\n"
			   "                              overhead_sys,overhead_us,sample,period"),
		OPT_BOOL('n', "show-nr-samples", &co->nr_samples, "a column with the number of samples"),
		OPT_BOOL(0, "show-total-period", &co->total_period, "a column with the sum of the periods"),
		OPT_BOOL(0, "showcpuutilization", &co->sys_us, "columns with the shares of kernel and user mode"),
		OPT_CALLBACK_FLAGS(0, "children", r, NULL, "count what a function called as well (the default)",
				   set_children, OPT_NOARG),
		OPT_CALLBACK(0, "percent-limit", r, "PERCENT", "no rows and branches below", parse_limit),
		OPT_CALLBACK(0, "percentage", r, "relative|absolute", "percent of what passed the filters, or of all",
			     parse_percentage),
		OPT_BOOL(0, "group", &ho->group, "events of a group side by side (the default)"),
		OPT_STRING('w', "column-widths", &co->widths, "N,...", "fixed widths of the columns"),
		OPT_STRING('t', "field-separator", &r->field_sep, "SEP", "this between the columns, instead of blanks"),
		OPT_CALLBACK(0, "time-quantum", r, "TIME", "length of the slices of '-s time' (100ms)", parse_quantum),
		OPT_BOOL('U', "hide-unresolved", &ho->hide_unresolved, "only what has a symbol"),
		OPT_BOOL(0, "skip-empty", &r->skip_empty, "leave events without samples out (the default)"),
		OPT_GROUP("Call graphs"),
		OPT_CALLBACK_FLAGS('g', "call-graph", r, "STYLE,PERCENT[,LIMIT],ORDER,KEY,VALUE",
				   "style: graph, flat, fractal, folded, none; order: caller,\n"
				   "                              callee; key: function, address; value: percent, period,\n"
				   "                              count (graph,0.5,caller,function,percent)",
				   parse_graph, OPT_NEXTARG),
		OPT_CALLBACK_FLAGS('G', "inverted", r, NULL, "from the caller to the callee", set_inverted, OPT_NOARG),
		OPT_UINT(0, "max-stack", &ho->max_stack, "N", "at most N frames of a stack"),
		OPT_BOOL(0, "orphan-marks", &ho->orphan_marks, "a frame in stacks whose user half is missing"),
		OPT_BOOL(0, "inline", &inlines, "show inlined functions"),
		OPT_GROUP("Which samples"),
		OPT_STRING('c', "comms", &r->comms, "COMM,...", "only these commands"),
		OPT_STRING('d', "dsos", &r->dsos, "DSO,...", "only these files"),
		OPT_STRING('S', "symbols", &r->symbols, "SYM,...", "only these functions"),
		OPT_STRING(0, "pid", &r->pids, "PID,...", "only these processes"),
		OPT_STRING(0, "tid", &r->tids, "TID,...", "only these threads"),
		OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)"),
		OPT_STRING(0, "time", &r->time, "START,STOP", "this stretch, in seconds; or a share: 10%-20%"),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_GROUP("Instead, or above"),
		OPT_BOOL(0, "header", &r->header, "what the recording says about itself, above"),
		OPT_BOOL(0, "header-only", &r->header_only, "nothing but that"),
		OPT_BOOL('I', "show-info", &r->show_info, "all of it: CPU topology, caches, memory"),
		OPT_BOOL('D', "dump-raw-trace", &r->dump, "every record of the file: bytes and fields"),
		OPT_BOOL(0, "stats", &r->stats, "how many records of each type"),
		OPT_GROUP("Output"),
		OPT_BOOL(0, "stdio", &stdio, "plain text (the default)"),
		OPT_CALLBACK_FLAGS(0, "stdio-color", r, "always|never|auto", "colours", parse_color, OPT_OPTARG),
		INVERTED("pager", &r->no_pager, "through $PERF_PAGER, $PAGER or less on a terminal"),
		OPT_INCR('v', "verbose", &verbose, "say more: addresses and full paths"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "rows only, no warnings", set_quiet, OPT_NOARG),
		OPT_END()
	};
	static const char *const usage[] = { "perf report [<options>]", NULL };

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc)
		usage_error("'perf report' takes no argument '%s' (-i names the recording)", argv[0]);
	so->symbols.inlines = inlines;
	if (r->field_sep && !*r->field_sep)
		usage_error("option '-t' takes a separator that is not empty");
	if (r->field_sep && *r->field_sep == '.')
		usage_error("'.' separator is the only non valid --field-separator argument");
	ho->field_sep = r->field_sep && !strcmp(r->field_sep, "\\t") ? "\t" : r->field_sep;
	if (!co->sort && !co->fields)
		co->sort = r->default_sort;
	check_columns(co);
	ho->verbose = verbose;
	ho->comms = split_list(r->comms);
	ho->dsos = split_list(r->dsos);
	ho->symbols = split_list(r->symbols);
	ho->pids = split_ids("--pid", r->pids, &ho->nr_pids);
	ho->tids = split_ids("--tid", r->tids, &ho->nr_tids);
	so->no_order = r->dump;
	so->no_chains = !r->children && ho->graph.mode == GRAPH_NONE;
}

/* --- configuration --------------------------------------------------------------------------------- */

/* One word of `-g`, as a key of its own: @allowed has a comma around each word. */
static int set_graph_word(struct report *r, const char *value, const char *allowed, struct diag *diag)
{
	char *word = xasprintf(",%s,", value);
	bool known = strstr(allowed, word) != NULL;

	free(word);
	if (!known)
		return diag__msg(diag, -EINVAL, "'%s' is none of %.*s", value, (int)strlen(allowed) - 2, allowed + 1);
	return graph_opts__parse(&r->hists_opts.graph, value, diag);
}

static int set_print_type(void *ctx, const char *value, struct diag *diag)
{
	return set_graph_word(ctx, value, ",graph,flat,fractal,folded,none,", diag);
}

static int set_order(void *ctx, const char *value, struct diag *diag)
{
	return set_graph_word(ctx, value, ",caller,callee,", diag);
}

static int set_sort_key(void *ctx, const char *value, struct diag *diag)
{
	return set_graph_word(ctx, value, ",function,address,", diag);
}

static int set_percentage(void *ctx, const char *value, struct diag *diag)
{
	struct report *r = ctx;

	if (strcmp(value, "relative") && strcmp(value, "absolute"))
		return diag__msg(diag, -EINVAL, "'%s' is neither relative nor absolute", value);
	r->hists_opts.filter_relative = !strcmp(value, "relative");
	return 0;
}

static int set_top(void *ctx, const char *value, struct diag *diag)
{
	(void)ctx;
	return color__configure(COLOR_TOP, value, diag);
}

static int set_medium(void *ctx, const char *value, struct diag *diag)
{
	(void)ctx;
	return color__configure(COLOR_MEDIUM, value, diag);
}

static int set_normal(void *ctx, const char *value, struct diag *diag)
{
	(void)ctx;
	return color__configure(COLOR_NORMAL, value, diag);
}

/* What the configuration files say; the command line comes afterwards, and counts more. */
static void configure(struct report *r)
{
	struct graph_opts *g = &r->hists_opts.graph;
	double rows = -1;
	uint64_t print_limit = 0, queue_size;
	bool headers;
	const struct config_key keys[] = {
		{ "report.children", CONFIG_BOOL, &r->children, NULL },
		{ "report.group", CONFIG_BOOL, &r->hists_opts.group, NULL },
		{ "report.skip-empty", CONFIG_BOOL, &r->skip_empty, NULL },
		{ "report.percent-limit", CONFIG_DOUBLE, &rows, NULL },
		{ "report.sort_order", CONFIG_STRING, &r->default_sort, NULL },
		/* Of perf's way of sorting; here nothing waits in a queue. */
		{ "report.queue-size", CONFIG_U64, &queue_size, NULL },
		{ "ui.show-headers", CONFIG_BOOL, &headers, NULL },
		{ "hist.percentage", CONFIG_CALLBACK, r, set_percentage },
		{ "call-graph.print-type", CONFIG_CALLBACK, r, set_print_type },
		{ "call-graph.order", CONFIG_CALLBACK, r, set_order },
		{ "call-graph.sort-key", CONFIG_CALLBACK, r, set_sort_key },
		{ "call-graph.threshold", CONFIG_DOUBLE, &g->min_percent, NULL },
		{ "call-graph.print-limit", CONFIG_U64, &print_limit, NULL },
		{ "colors.top", CONFIG_CALLBACK, r, set_top },
		{ "colors.medium", CONFIG_CALLBACK, r, set_medium },
		{ "colors.normal", CONFIG_CALLBACK, r, set_normal },
		{ 0 }
	};

	perf_config__apply(keys);
	if (print_limit)
		g->print_limit = print_limit < UINT32_MAX ? (uint32_t)print_limit : 0;
	if (rows >= 0)
		r->percent_limit = g->min_percent = rows;
}

/* --- output ----------------------------------------------------------------------------------------- */

/* Above the rows: the header or how to get it, and what all rows have in common. */
static void print_head(const struct report *r, FILE *out)
{
	struct strbuf sb = STRBUF_INIT;

	if (r->header || r->header_only)
		header_print(&sb, session__header(r->session), session__input_name(r->session), r->show_info);
	else if (verbose > LOG_QUIET)
		strbuf__addstr(&sb, "# To display the perf.data header info, please use --header/--header-only options.\n#\n");
	if (!r->header_only && verbose > LOG_QUIET) {
		if (r->hists_opts.dsos && !r->hists_opts.dsos[1])
			strbuf__addf(&sb, "# dso: %s\n", r->hists_opts.dsos[0]);
		if (r->hists_opts.comms && !r->hists_opts.comms[1])
			strbuf__addf(&sb, "# comm: %s\n", r->hists_opts.comms[0]);
		if (r->hists_opts.symbols && !r->hists_opts.symbols[1])
			strbuf__addf(&sb, "# symbol: %s\n", r->hists_opts.symbols[0]);
	}
	fwrite(strbuf__str(&sb), 1, sb.len, out);
	strbuf__exit(&sb);
}

/* A line at the end that tells what more there is to see in this very recording. */
static const char *tip(const struct report *r)
{
	const struct session_stats *stats = session__stats(r->session);

	if (stats->waiting)
		return "Tip: How complete deferred user stacks are: perf defer stat";
	if (!has_chains(session__evlist(r->session)))
		return "Tip: To see who called the functions, record with call graphs: perf record -g";
	return "Tip: To see callers instead of callees: perf report --no-children -g callee";
}

static bool any_samples(const struct report *r)
{
	unsigned int m;
	size_t i;

	for (i = 0; i < r->hists->nr; i++)
		for (m = 0; m < r->hists->list[i].nr_members; m++)
			if (r->hists->list[i].totals[m].nr)
				return true;
	return false;
}

static int print(struct report *r, FILE *out, bool color)
{
	struct report_stdio stdio = {
		.hists = r->hists,
		.out = out,
		.percent_limit = r->percent_limit,
		.color = color && !r->hists_opts.field_sep,
		.no_header = verbose <= LOG_QUIET,
		.show_empty = !r->skip_empty,
		.time_text = r->time,
		.lost_samples = session__stats(r->session)->lost_samples,
		.tip = tip(r),
	};

	hists__finish(r->hists);
	if (r->stats) {
		report_stats__print(session__stats(r->session), r->hists, out);
		return ferror(out) ? -EIO : 0;
	}
	print_head(r, out);
	return any_samples(r) ? report_stdio__print(&stdio) : 0;
}

static int print_through_pager(struct report *r)
{
	struct pager pager;
	int err;

	pager__start(&pager, r->no_pager);
	err = print(r, stdout, r->color < 0 ? pager.color : r->color);
	/* Who leaves the pager early has seen enough. */
	if (pager.pid)
		err = 0;
	pager__end(&pager);
	return err;
}

static int run(struct report *r)
{
	const struct session_stats *stats = session__stats(r->session);
	struct diag diag = DIAG_INIT;
	bool damaged;
	int err, status = EXIT_OK;

	err = session__process(r->session, &diag);
	progress__end(&r->progress);
	if (!r->hists) {
		if (diag__is_set(&diag))
			read_errors__fatal(&diag);
		else if (!err)
			pr_error("perf: '%s' has no events\n", session__input_name(r->session));
		return EXIT_FAILED;
	}
	if (print_through_pager(r) < 0)
		status = EXIT_FAILED;
	else if (!err && !any_samples(r))
		pr_warning("perf: '%s' has no samples%s\n", session__input_name(r->session),
			   stats->samples ? " that pass the filters" : "");
	orphans__print_closing(stats);
	unwind_notes__print_closing(stats);
	damaged = read_errors__close(&r->errors, stats);
	if (err) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	return status ? status : damaged ? EXIT_PARTIAL : EXIT_OK;
}

static int prepare_time(struct report *r)
{
	char err[512];

	if (!r->time)
		return 0;
	if (time_ranges__parse(&r->ranges, r->time, session__header(r->session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	time_ranges__hull(&r->ranges, &r->session_opts.time_from, &r->session_opts.time_to);
	return 0;
}

static const struct session_ops ops = {
	.begin = begin,
	.sample = on_sample,
	.damaged = on_damaged,
	.flush_chains = on_flush,
	.progress = on_progress,
};

static const struct session_ops dump_ops = {
	.record = on_record,
	.follow = on_follow,
	.damaged = on_damaged,
};

/* -D: the records as they lie in the file, and how many there are of each type. */
static int run_dump(struct report *r)
{
	const struct session_stats *stats = session__stats(r->session);
	struct diag diag = DIAG_INIT;
	struct pager pager;
	int err, failed;

	pager__start(&pager, r->no_pager);
	print_head(r, stdout);
	fflush(stdout);
	text_out__init(&r->dump_out, STDOUT_FILENO);
	err = session__process(r->session, &diag);
	failed = text_out__flush(&r->dump_out);
	if (!failed && !r->dump_out.error)
		report_stats__print(stats, NULL, stdout);
	failed = failed || r->dump_out.error || fflush(stdout);
	/* Who leaves the pager early has seen enough. */
	if (failed && pager.pid)
		err = failed = 0;
	pager__end(&pager);
	text_out__exit(&r->dump_out);
	aux_dump__exit(&r->aux_dump);
	strbuf__exit(&r->dump_text);
	if (read_errors__close(&r->errors, stats) && !err && !failed)
		return EXIT_PARTIAL;
	if (err && !failed)
		read_errors__fatal(&diag);
	return err || failed ? EXIT_FAILED : EXIT_OK;
}

static int stop(void *ctx, struct session *session)
{
	(void)ctx;
	(void)session;
	return 1;
}

static const struct session_ops header_ops = {
	.begin = stop,
	.damaged = on_damaged,
};

/* --header-only; a pipe's header comes as records, before the first sample. */
static int run_header(struct report *r)
{
	struct diag diag = DIAG_INIT;

	if (session__header(r->session)->is_pipe && session__process(r->session, &diag) < 0) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	print_head(r, stdout);
	return EXIT_OK;
}

static int open_and_run(struct report *r)
{
	const struct session_ops *which = r->header_only ? &header_ops : r->dump ? &dump_ops : &ops;
	struct diag diag = DIAG_INIT;
	int status;

	progress__init(&r->progress, isatty(STDOUT_FILENO));
	r->session = session__new(&r->session_opts, which, r, &diag);
	if (!r->session) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	if (r->header_only) {
		status = run_header(r);
	} else {
		status = prepare_time(r) < 0 ? EXIT_FAILED : r->dump ? run_dump(r) : run(r);
	}
	/* Rows point into the session's world. */
	hists__delete(r->hists);
	columns__delete(r->columns);
	session__delete(r->session);
	return status;
}

int cmd_report(int argc, const char **argv)
{
	struct report r = {
		.hists_opts = { .graph = GRAPH_OPTS_DEFAULT, .group = true, .orphan_marks = true,
				.time_quantum = 100000000 },
		.children = true, .skip_empty = true, .color = -1,
	};
	int status;

	configure(&r);
	parse_command_line(&r, argc, argv);
	status = open_and_run(&r);
	free(r.hists_opts.comms);
	free(r.hists_opts.dsos);
	free(r.hists_opts.symbols);
	free((void *)(uintptr_t)r.hists_opts.pids);
	free((void *)(uintptr_t)r.hists_opts.tids);
	return status;
}
