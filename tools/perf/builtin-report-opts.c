// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf report: options, joined of their topics, and the argument behind them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-report.h"
#include "builtin-row-opts.h"
#include "util/base/jobs.h"
#include "util/base/option-table.h"
#include "util/callchain/parent-match.h"
#include "util/output/exact-names.h"

/* A name alone is --symbol-filter, as with upstream; those who forgot -i shall not get an empty report. */
static bool looks_like_file(const char *token)
{
	return strchr(token, '/') || strstr(token, ".data") || !access(token, F_OK);
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

void report__parse_command_line(struct report *r, int argc, const char **argv)
{
	static const char *const usage[] = { "perf report [<options>] [<part of a function's name>]", NULL };
	struct hists_opts *ho = &r->hists_opts;
	struct option_table t = { 0 };

	r->inlines = true;
	add_input_options(r, &t);
	report__add_row_options(r, &t);
	report__add_graph_options(r, &t);
	report__add_sample_options(r, &t);
	report__add_other_options(r, &t);
	report__add_output_options(r, &t);
	argc = parse_options(argc, argv, t.list, usage, 0);
	option_table__exit(&t);
	if (argc > 1 || (argc && (ho->symbol_filter || looks_like_file(argv[0]))))
		usage_error("'perf report' takes no argument '%s' (-i names the recording)", argv[argc - 1]);
	if (argc)
		ho->symbol_filter = argv[0];
	row_opts__list_keys(&r->columns_opts, r->json);
	report__settle_rows(r);
	report__settle_filters(r);
	report__settle_samples(r);
	report__settle_page(r);
}

void report__free_options(struct report *r)
{
	struct hists_opts *o = &r->hists_opts;

	metrics__exit(&r->metrics);
	parent_match__delete(o->parent);
	parent_match__delete(o->ignore_callees);
	ranges__exit(&r->parallelism_levels);
	name_list__exit(&o->comms);
	name_list__exit(&o->dsos);
	name_list__exit(&o->symbols);
	free((void *)(uintptr_t)o->pids);
	free((void *)(uintptr_t)o->tids);
}
