// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf report about rows and columns. */
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-report.h"
#include "builtin-row-opts.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/base/shown.h"
#include "util/callchain/parent-match.h"

/* It is about rows, and about the branches below them. */
static int set_limit(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	return row_opts__set_limit(opt, arg, unset, &r->percent_limit, &r->hists_opts.graph);
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

void report__add_row_options(struct report *r, struct option_table *t)
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

/* What makes rows, and how they are shown. */
void report__settle_rows(struct report *r)
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
