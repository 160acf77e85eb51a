// SPDX-License-Identifier: GPL-2.0-only
/* The configuration of perf report: report.*, call-graph.*, colors.* and some more. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-report.h"
#include "builtin-row-opts.h"
#include "builtin-screen.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/output/color.h"
#include "util/symbol/symbol-options.h"

/* One word of `-g`, as a key of its own: @allowed has a comma around each word. */
static int set_graph_word(struct report *r, const char *value, const char *allowed, struct diag *diag)
{
	char *token = xasprintf(",%s,", value);
	bool known = strstr(allowed, token) != NULL;

	free(token);
	if (!known)
		return diag__msg(diag, -EINVAL, "'%s' is none of %.*s", value, (int)strlen(allowed) - 2,
				 allowed + 1);
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

void report__configure(struct report *r)
{
	struct graph_opts *g = &r->hists_opts.graph;
	double rows = -1;
	uint64_t print_limit = 0, depth = g->max_depth, size = g->max_size >> 20, queue_size;
	const struct config_key keys[] = {
		{ "report.children", CONFIG_BOOL, &r->children, NULL },
		{ "report.group", CONFIG_BOOL, &r->hists_opts.group, NULL },
		{ "report.skip-empty", CONFIG_BOOL, &r->skip_empty, NULL },
		{ "report.percent-limit", CONFIG_DOUBLE, &rows, NULL },
		{ "report.sort_order", CONFIG_STRING, &r->default_sort, NULL },
		/* Of perf's way of sorting; here nothing waits in a queue. */
		{ "report.queue-size", CONFIG_U64, &queue_size, NULL },
		{ "ui.show-headers", CONFIG_BOOL, &r->headers, NULL },
		{ "tui.report", CONFIG_BOOL, &r->screen_configured, NULL },
		{ "tui.mouse", CONFIG_BOOL, &r->mouse, NULL },
		{ "hist.percentage", CONFIG_CALLBACK, &r->hists_opts.filter_relative, row_opts__configure_percentage },
		{ "call-graph.print-type", CONFIG_CALLBACK, r, set_print_type },
		{ "call-graph.order", CONFIG_CALLBACK, r, set_order },
		{ "call-graph.sort-key", CONFIG_CALLBACK, r, set_sort_key },
		{ "call-graph.threshold", CONFIG_DOUBLE, &g->min_percent, NULL },
		{ "call-graph.print-limit", CONFIG_U64, &print_limit, NULL },
		{ "report.graph-depth", CONFIG_U64, &depth, NULL },
		{ "report.graph-size", CONFIG_U64, &size, NULL },
		EXPORT_CODE_CONFIG_KEYS(&r->page_code),
		SYMBOL_CONFIG_KEY(&r->session_opts.symbols),
		COLOR_CONFIG_KEYS,
		{ 0 }
	};

	perf_config__apply(keys);
	code_look__configure(&r->look);
	screen_keys__configure();
	report_other__configure();
	if (print_limit)
		g->print_limit = print_limit < UINT32_MAX ? (uint32_t)print_limit : 0;
	g->max_depth = depth < UINT32_MAX ? (uint32_t)depth : 0;
	g->max_size = size <= UINT64_MAX >> 20 ? size << 20 : 0;
	if (rows >= 0)
		r->percent_limit = g->min_percent = rows;
}
