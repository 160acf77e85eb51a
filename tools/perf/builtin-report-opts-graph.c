// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf report about call graphs. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "builtin-report.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/callchain/unwind-style.h"

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

static int set_inverted(const struct option *opt, const char *arg, bool unset)
{
	struct report *r = opt->value;

	(void)arg;
	r->hists_opts.graph.caller = !unset;
	r->hists_opts.graph.order_set = true;
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

void report__add_graph_options(struct report *r, struct option_table *t)
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
