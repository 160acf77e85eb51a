// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-row-opts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "util/base/diag.h"
#include "util/base/json.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/callchain/parent-match.h"
#include "util/columns/column-tables.h"
#include "util/columns/columns-parse.h"
#include "util/stacks/graph-opts.h"

struct parent_match *row_opts__match(const char *pattern)
{
	struct diag diag = DIAG_INIT;
	struct parent_match *m = parent_match__new(pattern, &diag);

	if (!m)
		usage_error("%s", diag.text);
	return m;
}

int row_opts__set_percentage(const struct option *opt, const char *arg, bool unset)
{
	bool *relative = opt->value;

	if (!unset && strcmp(arg, "absolute") && strcmp(arg, "relative")) {
		pr_error("perf: option '--percentage' takes relative or absolute, not '%s'\n", arg);
		return -1;
	}
	*relative = !unset && !strcmp(arg, "relative");
	return 0;
}

int row_opts__configure_percentage(void *filter_relative, const char *value, struct diag *diag)
{
	if (strcmp(value, "relative") && strcmp(value, "absolute"))
		return diag__msg(diag, -EINVAL, "'%s' is neither relative nor absolute", value);
	*(bool *)filter_relative = !strcmp(value, "relative");
	return 0;
}

int row_opts__set_limit(const struct option *opt, const char *arg, bool unset, double *rows, struct graph_opts *graph)
{
	struct option of_rows = *opt;
	int err;

	of_rows.value = rows;
	err = option__set_percent(&of_rows, arg, unset);
	if (!err)
		graph->min_percent = *rows;
	return err;
}

/* @j: NULL for text. */
static void list_column(struct json *j, const char *name, const char *help)
{
	char *line;

	if (j) {
		json__object_inline(j, NULL);
		json__str(j, "name", name);
		json__str(j, "help", help);
		json__end(j);
		return;
	}
	line = xasprintf("%-27s %s", name, help);
	std_out__line(line);
	free(line);
}

void row_opts__list_keys(const struct columns_opts *o, bool as_json)
{
	const bool fields = o->fields != NULL;
	struct json json, *j = as_json ? &json : NULL;
	const struct column *col;
	struct column_walk w;

	if ((!o->sort || strcmp(o->sort, "?") != 0) && (!o->fields || strcmp(o->fields, "?") != 0))
		return;
	if (j) {
		json__init(j, std_out());
		json__object(j, NULL);
		json__str(j, "schema", "perf-report-keys");
		json__u64(j, "version", 1);
		json__array(j, "keys");
	}
	for_each_column(&w, col)
		if (!col->alias && (fields || column__is_key(col)))
			list_column(j, col->name, col->help);
	list_column(j, "trace_fields", "all fields of all tracepoints, each in a column of its own");
	if (j) {
		json__end(j);
		json__end(j);
	}
	exit(std_out__finish(EXIT_OK));
}
