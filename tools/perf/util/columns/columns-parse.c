// SPDX-License-Identifier: GPL-2.0-only
/* Which columns -s and -F mean, and in which order they stand. */
#include "util/columns/columns-parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/columns/column-fields.h"
#include "util/columns/column-names.h"
#include "util/columns/columns-add.h"
#include "util/columns/columns-metrics.h"

struct field_use {
	struct columns *c;
	bool fields;
};

static void use_field(void *ctx, const struct column *col)
{
	const struct field_use *u = ctx;

	columns_add__use(u->c, col, u->fields);
}

/* Adds each token of @list to the order, or to what is shown. */
static int parse_list(struct columns *c, const struct columns_opts *opts, const char *list, bool fields, struct diag *diag)
{
	char *copy = xstrdup(list), *pos = copy, *token;
	struct field_use u = { .c = c, .fields = fields };
	const char *option = fields ? "fields" : "sort";
	int err = 0;

	while (!err && (token = strsep(&pos, ", ")) != NULL) {
		const struct column *col;

		if (!*token || (!fields && columns_metrics__orders(c, opts->metrics, token)))
			continue;
		col = column_names__find(token, fields);
		if (col && ((col->needs & NEEDS_BRANCH && !opts->branches) || (col->needs & NEEDS_HISTORY && !opts->history)))
			err = diag__set(diag, -EINVAL, DIAG_NO_OFFSET, NULL, "key",
					"Invalid --%s key: `%s' is about branches (%s)",
					option, token, col->needs & NEEDS_BRANCH ? "-b" : "--branch-history");
		else if (col && col->mem && !opts->mem_mode)
			err = diag__msg(diag, -EINVAL, "Invalid --%s key: `%s': it is about memory accesses, see --mem-mode", option,
					token);
		else if (col)
			columns_add__use(c, col, fields);
		else if (!opts->evlist || (!column_fields__find(opts->evlist, token, opts->raw_trace, use_field, &u) &&
					   strcmp(token, "trace_fields")))
			err = column_names__unknown(diag, fields, token);
	}
	free(copy);
	return err;
}

static void show_number(struct columns *c, const char *name)
{
	columns_add__shown(c, columns_add__own(c, column_names__find(name, true)));
}

static void show_share(struct columns *c, const struct columns_opts *opts, const char *overhead, const char *latency)
{
	if (opts->latency_first)
		show_number(c, latency);
	show_number(c, overhead);
	if (opts->latency && !opts->latency_first)
		show_number(c, latency);
}

static bool has_token(const char *list, const char *token)
{
	size_t len = strlen(token);
	const char *s;

	for (s = list; (s = strstr(s, token)) != NULL; s += len)
		if ((s == list || strchr(",+ ", s[-1])) && (!s[len] || strchr(", ", s[len])))
			return true;
	return false;
}

/* Overhead and latency stand first, those that @sort names, or all if it names none (@all). */
static void show_numbers(struct columns *c, const struct columns_opts *opts, const char *sort, bool all)
{
	static const char *const shares[] = { "overhead_children", "latency_children", "overhead", "latency" };
	size_t i;

	if (all && opts->children)
		show_share(c, opts, shares[0], shares[1]);
	if (all)
		show_share(c, opts, shares[2], shares[3]);
	for (i = 0; !all && i < ARRAY_SIZE(shares); i++)
		if (has_token(sort, shares[i]) && (opts->children || i >= 2))
			show_number(c, shares[i]);
	if (opts->sys_us) {
		show_number(c, "overhead_sys");
		show_number(c, "overhead_us");
	}
	if (opts->nr_samples)
		show_number(c, "sample");
	if (opts->total_period)
		show_number(c, "period");
}

static int parse_widths(struct columns *c, const char *widths, struct diag *diag)
{
	const char *s = widths;
	char *end;
	size_t i;

	for (i = 0; s && *s && i < c->nr_shown; i++) {
		unsigned long w = strtoul(s, &end, 10);

		if (end == s || (*end && *end != ',') || w > 10000)
			return diag__msg(diag, -EINVAL, "option '--column-widths' takes numbers with commas "
					 "between them, not '%s'", widths);
		c->shown[i].user_width = (unsigned int)w;
		s = *end ? end + 1 : end;
	}
	return 0;
}

/* "+KEY,...": these beside the usual ones. */
static int parse_sort(struct columns *c, const struct columns_opts *opts, const char *sort, struct diag *diag)
{
	int err = 0;

	if (*sort == '+' || columns_metrics__only(opts->metrics, sort))
		err = parse_list(c, opts, opts->default_sort, false, diag);
	sort += *sort == '+';
	return err ? err : parse_list(c, opts, sort, false, diag);
}

/* Overhead or latency, callees included or not. */
static bool is_share(const struct column *col)
{
	return col->latency || !strcmp(col->name, "overhead") || !strcmp(col->name, "overhead_children");
}

static bool is_latency(const struct column *col)
{
	return col->latency;
}

static bool needs_parallelism(const struct column *col)
{
	return col->needs & NEEDS_PARALLELISM;
}

bool columns__need_parallelism(const struct columns_opts *opts)
{
	return column_names__any(opts->sort, false, needs_parallelism) || column_names__any(opts->fields, true, needs_parallelism);
}

/* With callees counted as well, overhead is called what it is then. */
static void name_self(struct columns *c)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (!strcmp(c->shown[i].col->name, "overhead"))
			c->shown[i].header = "Self";
}

static bool wants_ipc(const struct columns_opts *opts)
{
	return opts->sort && strstr(opts->sort, "symbol");
}

char *columns__sort_names(const struct columns_opts *opts)
{
	const char *sort = opts->sort ? opts->sort : opts->fields && *opts->fields != '+' ? "" : opts->default_sort;
	bool more = *sort == '+';

	return xasprintf("%s%s%s%s", more ? opts->default_sort : "", more ? "," : "", sort + more, wants_ipc(opts) ? ",ipc_null" : "");
}

/* What a column is called depends on the hardware. */
static void name_by_arch(struct columns *c, const char *arch)
{
	size_t i;

	if (strncmp(arch, "ppc", 3) && strncmp(arch, "powerpc", 7))
		return;
	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col->header_powerpc)
			c->shown[i].header = c->shown[i].col->header_powerpc;
}

struct columns *columns__new(const struct columns_opts *opts, struct diag *diag)
{
	struct columns *c = xzalloc(sizeof(*c));
	bool more_fields = opts->fields && *opts->fields == '+';
	const char *sort = opts->sort ? opts->sort : opts->fields && !more_fields ? "" : opts->default_sort;
	int err = 0;
	size_t i;

	if (!opts->fields || more_fields) {
		bool all = opts->latency_first || (!strstr(sort, "overhead") && !column_names__any(sort, false, is_latency));

		show_numbers(c, opts, sort, all);
		/* They order the rows first, unless the user said where they come. */
		for (i = 0; all && i < c->nr_shown && is_share(c->shown[i].col); i++)
			columns_add__to(&c->order, &c->nr_order, c->shown[i].col);
	}
	if (opts->fields)
		err = parse_list(c, opts, opts->fields + more_fields, true, diag);
	if (!err)
		err = parse_sort(c, opts, sort, diag);
	if (!err && opts->parent)
		columns_add__use(c, column_names__find("parent", false), false);
	/* Perf's way to show what hardware may tell about a symbol. */
	if (!err && wants_ipc(opts))
		columns_add__use(c, column_names__find(opts->branches ? "ipc_lbr" : "ipc_null", false), false);
	for (i = 0; !err && i < c->nr_order; i++)
		columns_add__shown(c, c->order[i]);
	if (opts->children && (!opts->fields || more_fields))
		name_self(c);
	if (opts->arch)
		name_by_arch(c, opts->arch);
	if (!err)
		err = parse_widths(c, opts->widths, diag);
	if (err) {
		columns__delete(c);
		return NULL;
	}
	columns_add__finish(c);
	if (opts->metrics)
		columns_metrics__show(c, opts->metrics);
	c->own_latency = opts->latency_first || column_names__any(sort, false, is_latency) || column_names__any(opts->fields, true, is_latency);
	c->sym_first = !opts->fields && opts->sort && !strncmp(opts->sort, "sym", 3);
	columns__reset_widths(c);
	return c;
}
