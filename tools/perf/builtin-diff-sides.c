// SPDX-License-Identifier: GPL-2.0-only
/* perf diff --base, --fail-on, --format: several runs of an old and a new build, and what decides about them. */
#include <errno.h>
#include <string.h>

#include "builtin-diff.h"
#include "builtin.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/diff/rank-test.h"
#include "util/diff/sides-print.h"
#include "util/output/pager.h"

/* --- options ---------------------------------------------------------------------------------------- */

int diff_base__add(const struct option *opt, const char *arg, bool unset)
{
	if (unset)
		name_list__exit(opt->value);
	else
		name_list__add_one(opt->value, arg);
	return 0;
}

int diff_rule__add(const struct option *opt, const char *arg, bool unset)
{
	struct diag diag = DIAG_INIT;

	if (unset)
		diff_rules__exit(opt->value);
	else if (diff_rules__add(opt->value, arg, &diag) < 0)
		pr_error("perf: %s\n", diag.text);
	return diag__is_set(&diag) ? -EINVAL : 0;
}

int diff_format__set(const struct option *opt, const char *arg, bool unset)
{
	enum diff_format *format = opt->value;

	if (unset || !strcmp(arg, "text"))
		*format = DIFF_TEXT;
	else if (!strcmp(arg, "markdown"))
		*format = DIFF_MARKDOWN;
	else if (!strcmp(arg, "json"))
		*format = DIFF_JSON;
	else {
		pr_error("perf: option '--format' takes text, markdown or json, not '%s'\n", arg);
		return -EINVAL;
	}
	return 0;
}

/* Options of the tables that have a column for each recording mean nothing where there are two sides. */
void diff__check_sides(struct diff *d, bool wants_columns)
{
	d->nr_base = d->base.nr ? (unsigned int)d->base.nr : 1;
	d->sides = d->base.nr || d->rules.nr || d->format != DIFF_TEXT;
	if (d->percent_limit < 0)
		d->percent_limit = d->sides ? 0.5 : 0;
	if (!d->sides)
		return;
	if (!d->base.nr && d->nr_files > 2)
		usage_error("of %u recordings, which are of the old build? --base FILE names one, and may be there several times",
			    d->nr_files);
	if (d->nr_files > RANK_TEST_RUNS)
		usage_error("at most %d recordings can be compared, not %u", RANK_TEST_RUNS, d->nr_files);
	if (d->source || d->flamegraph || d->formula || d->periods || d->baseline_only || d->field_sep || wants_columns ||
	    d->hists_opts.graph.mode != GRAPH_NONE)
		usage_error("--base, --fail-on and --format compare shares of two sides: without -b, -c, -F, -g, -o, -p, -t, --source and "
			    "--flamegraph");
	if (d->format == DIFF_JSON)
		shown__keep_exact();
	d->hists_opts.children = diff_rules__ask_children(&d->rules);
}

/* --- what comes out --------------------------------------------------------------------------------- */

static void print(const struct diff *d, const struct diff_sides *sides)
{
	struct sides_print p = { .sides = sides, .names = d->files, .rules = &d->rules, .no_header = verbose <= LOG_QUIET,
				 .out = std_out() };
	struct pager pager;

	pager__start(&pager, d->no_pager || d->format != DIFF_TEXT);
	if (d->format == DIFF_JSON)
		sides_print__json(&p);
	else if (d->format == DIFF_MARKDOWN)
		sides_print__markdown(&p);
	else
		sides_print__text(&p);
	pager__end(&pager);
}

int diff__show_sides(struct diff *d, const struct diff_table *table)
{
	struct diag diag = DIAG_INIT;
	struct diff_sides sides;
	int status = EXIT_OK;

	diff_sides__init(&sides, table, d->nr_base, d->percent_limit);
	if (diff_rules__apply(&d->rules, &sides, &diag) < 0) {
		pr_error("perf: %s\n", diag.text);
		status = EXIT_FAILED;
	} else {
		print(d, &sides);
	}
	if (diff_rules__fail(&d->rules))
		status = EXIT_RULE_FAILS;
	diff_sides__exit(&sides);
	return status;
}
