// SPDX-License-Identifier: GPL-2.0-only
/* Which columns -s and -F mean, and in which order they stand. */
#include "util/columns/columns-parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/columns/column-fields.h"
#include "util/session/session.h"

/* Is @token the name, or (with @abbreviated) how the name begins? */
static bool is_named(const struct column *col, const char *token, bool abbreviated)
{
	size_t len = strlen(token);

	if (!abbreviated)
		return !strcasecmp(col->name, token) || (col->long_name && !strcasecmp(col->long_name, token));
	return len && (!strncasecmp(col->name, token, len) ||
		       (col->long_name && !strncasecmp(col->long_name, token, len)));
}

/*
 * The token itself, or else the first column whose name begins with it. @numbers: these first. Where both a key and
 * a number have the name, it is the one that is asked for.
 */
static const struct column *find_column(const char *token, bool numbers)
{
	const struct column *const *col, *best = NULL;

	for (col = report_columns(); *col; col++)
		if (is_named(*col, token, false) && (!best || column__is_key(*col) != numbers))
			best = *col;
	if (best)
		return best;
	for (col = report_columns(); *col; col++)
		if (is_named(*col, token, true) &&
		    (!best || (column__is_key(best) == numbers && column__is_key(*col) != numbers)))
			best = *col;
	return best;
}

/* Names of one number are one column. */
static bool same_column(const struct column *a, const struct column *b)
{
	if (a->value && b->value)
		return a->value == b->value && a->mem_stat == b->mem_stat && a->acc == b->acc && a->percent == b->percent;
	return !a->value == !b->value && !strcmp(a->name, b->name);
}

/* The copy of @col that is ours. */
static struct column *own(struct columns *c, const struct column *col)
{
	struct column *copy;
	size_t i;

	for (i = 0; i < c->nr_own; i++)
		if (same_column(c->own[i], col) && c->own[i]->field == col->field &&
		    c->own[i]->evsel == col->evsel)
			return c->own[i];
	copy = xmalloc(sizeof(*copy));
	*copy = *col;
	c->own = xreallocarray(c->own, c->nr_own + 1, sizeof(*c->own));
	c->own[c->nr_own++] = copy;
	return copy;
}

static bool has(const struct column **list, size_t nr, const struct column *col)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (list[i] == col)
			return true;
	return false;
}

static void add(const struct column ***list, size_t *nr, const struct column *col)
{
	if (has(*list, *nr, col))
		return;
	*list = xreallocarray(*list, *nr + 1, sizeof(**list));
	(*list)[(*nr)++] = col;
}

static bool is_shown(const struct columns *c, const struct column *col)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col == col)
			return true;
	return false;
}

static void show(struct columns *c, const struct column *col)
{
	if (is_shown(c, col))
		return;
	c->shown = xreallocarray(c->shown, c->nr_shown + 1, sizeof(*c->shown));
	c->shown[c->nr_shown++] = (struct column_use){ .col = col, .header = col->header };
}

static int unknown_token(struct diag *diag, bool fields, const char *token)
{
	struct near_names near = { .want = token, .want_len = strlen(token) };
	struct strbuf text = STRBUF_INIT;
	const struct column *const *col;
	int err;

	for (col = report_columns(); *col; col++) {
		near_names__look_at(&near, (*col)->name, strlen((*col)->name));
		if ((*col)->long_name)
			near_names__look_at(&near, (*col)->long_name, strlen((*col)->long_name));
	}
	near_names__print(&near, &text);
	near_names__exit(&near);
	err = diag__set(diag, -EINVAL, DIAG_NO_OFFSET, NULL, "key", "Unknown --%s key: `%s'%s",
			fields ? "fields" : "sort", token, strbuf__str(&text));
	strbuf__exit(&text);
	return err;
}

void columns__add_names(struct strbuf *out, const char *indent)
{
	const struct column *const *col;
	size_t line = out->len;

	strbuf__addstr(out, indent);
	for (col = report_columns(); *col; col++) {
		if (out->len - line > 70) {
			strbuf__addf(out, "\n%s", indent);
			line = out->len;
		}
		if ((*col)->alias)
			continue;
		strbuf__addf(out, " %s", (*col)->long_name ? (*col)->long_name : (*col)->name);
	}
	strbuf__addch(out, '\n');
}

static int only_mem_mode(struct diag *diag, bool fields, const char *token)
{
	return diag__msg(diag, -EINVAL, "Invalid --%s key: `%s': it is about memory accesses, see --mem-mode",
			 fields ? "fields" : "sort", token);
}

static void use(struct columns *c, const struct column *col, bool fields)
{
	col = own(c, col);
	if (fields)
		show(c, col);
	else
		add(&c->order, &c->nr_order, col);
}

struct field_use {
	struct columns *c;
	bool fields;
};

static void use_field(void *ctx, const struct column *col)
{
	const struct field_use *u = ctx;

	use(u->c, col, u->fields);
}

static const struct metric *metric_called(const struct columns_opts *opts, const char *name, size_t len)
{
	size_t i;

	for (i = 0; opts->metrics && i < opts->metrics->nr; i++)
		if (!strncmp(opts->metrics->list[i]->name, name, len) && !opts->metrics->list[i]->name[len])
			return opts->metrics->list[i];
	return NULL;
}

/* -s names a metric: it is no key, but what rows are ordered by. */
static bool orders_by_metric(struct columns *c, const struct columns_opts *opts, const char *token)
{
	const struct metric *m = metric_called(opts, token, strlen(token));
	size_t i;

	if (!m)
		return false;
	for (i = 0; i < c->nr_by_metric; i++)
		if (c->by_metric[i] == m)
			return true;
	c->by_metric = xreallocarray(c->by_metric, c->nr_by_metric + 1, sizeof(const struct metric *));
	c->by_metric[c->nr_by_metric++] = m;
	return true;
}

static bool names_only_metrics(const struct columns_opts *opts, const char *list)
{
	bool any = false;
	size_t len;

	for (; *list; list += len) {
		list += strspn(list, ", ");
		len = strcspn(list, ", ");
		if (len && !metric_called(opts, list, len))
			return false;
		any |= len;
	}
	return any;
}

/* Adds each token of @list to the order, or to what is shown. */
static int parse_list(struct columns *c, const struct columns_opts *opts, const char *list, bool fields,
		      struct diag *diag)
{
	char *copy = xstrdup(list), *pos = copy, *token;
	struct field_use u = { .c = c, .fields = fields };
	int err = 0;

	while (!err && (token = strsep(&pos, ", ")) != NULL) {
		const struct column *col;

		if (!*token || (!fields && orders_by_metric(c, opts, token)))
			continue;
		col = find_column(token, fields);
		if (col && ((col->needs & NEEDS_BRANCH && !opts->branches) ||
			    (col->needs & NEEDS_HISTORY && !opts->history)))
			err = diag__set(diag, -EINVAL, DIAG_NO_OFFSET, NULL, "key",
					"Invalid --%s key: `%s' is about branches (%s)",
					fields ? "fields" : "sort", token, col->needs & NEEDS_BRANCH ? "-b" : "--branch-history");
		else if (col && col->mem && !opts->mem_mode)
			err = only_mem_mode(diag, fields, token);
		else if (col)
			use(c, col, fields);
		else if (!opts->evlist || (!column_fields__find(opts->evlist, token, opts->raw_trace, use_field, &u) &&
					   strcmp(token, "trace_fields")))
			err = unknown_token(diag, fields, token);
	}
	free(copy);
	return err;
}

static const struct column *own_number(struct columns *c, const char *name)
{
	return own(c, find_column(name, true));
}

static void show_share(struct columns *c, const struct columns_opts *opts, const char *overhead, const char *latency)
{
	if (opts->latency_first)
		show(c, own_number(c, latency));
	show(c, own_number(c, overhead));
	if (opts->latency && !opts->latency_first)
		show(c, own_number(c, latency));
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
			show(c, own_number(c, shares[i]));
	if (opts->sys_us) {
		show(c, own_number(c, "overhead_sys"));
		show(c, own_number(c, "overhead_us"));
	}
	if (opts->nr_samples)
		show(c, own_number(c, "sample"));
	if (opts->total_period)
		show(c, own_number(c, "period"));
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

/* In front of all that rows are ordered by. */
static void order_by(struct columns *c, const struct metric *m)
{
	size_t i = 0;

	while (c->own[i]->metric != m)
		i++;
	c->order = xreallocarray(c->order, c->nr_order + 1, sizeof(*c->order));
	memmove(c->order + 1, c->order, c->nr_order++ * sizeof(*c->order));
	c->order[0] = c->own[i];
}

/* Behind the last number, and no part of the order unless -s says so. */
static void show_metrics(struct columns *c, const struct metrics *metrics)
{
	size_t at = c->nr_shown, i;

	while (at && !c->shown[at - 1].col->value)
		at--;
	for (i = 0; i < metrics->nr; i++, at++) {
		struct column *col = xzalloc(sizeof(*col));

		*col = (struct column){ .name = metrics->list[i]->name, .header = metrics->list[i]->name, .help = "",
					.metric = metrics->list[i], .min_width = metric__width(metrics->list[i]) };
		c->own = xreallocarray(c->own, c->nr_own + 1, sizeof(*c->own));
		c->own[c->nr_own++] = col;
		c->shown = xreallocarray(c->shown, c->nr_shown + 1, sizeof(*c->shown));
		memmove(c->shown + at + 1, c->shown + at, (c->nr_shown++ - at) * sizeof(*c->shown));
		c->shown[at] = (struct column_use){ .col = col, .header = col->header };
	}
	for (i = c->nr_by_metric; i--; )
		order_by(c, c->by_metric[i]);
}

static void collect_keys(struct columns *c)
{
	size_t i, j;

	for (i = 0; i < c->nr_shown; i++)
		add(&c->order, &c->nr_order, c->shown[i].col);
	for (i = 0; i < c->nr_order; i++) {
		const struct column *col = c->order[i];

		c->mem_stats |= col->mem_stat != MEM_STAT_NONE;
		if (!column__is_key(col))
			continue;
		add(&c->keys, &c->nr_keys, col);
		c->needs |= col->needs;
		if (!strcmp(col->name, "dso"))
			c->has_dso = true;
		if (!strcmp(col->name, "sym"))
			c->has_sym = true;
	}
	for (j = 0; j < c->nr_own; j++) {
		if (!c->own[j]->cell)
			continue;
		c->own[j]->slot = (unsigned int)c->nr_cells;
		c->looks_at |= c->own[j]->looks_at ? c->own[j]->looks_at : SESSION_NEEDS_ALL;
		add(&c->cells, &c->nr_cells, c->own[j]);
	}
}

/* "+KEY,...": these beside the usual ones. */
static int parse_sort(struct columns *c, const struct columns_opts *opts, const char *sort, struct diag *diag)
{
	int err = 0;

	if (*sort == '+' || names_only_metrics(opts, sort))
		err = parse_list(c, opts, opts->default_sort, false, diag);
	sort += *sort == '+';
	return err ? err : parse_list(c, opts, sort, false, diag);
}

/* Overhead or latency, callees included or not. */
static bool is_share(const struct column *col)
{
	return col->latency || !strcmp(col->name, "overhead") || !strcmp(col->name, "overhead_children");
}

/* Is there a column that @matches among those that @list names? */
static bool names_any(const char *list, bool fields, bool (*matches)(const struct column *col))
{
	char *copy = xstrdup(list ? list : ""), *pos = copy, *token;
	const struct column *col;
	bool found = false;

	while (!found && (token = strsep(&pos, "+, ")) != NULL) {
		col = *token ? find_column(token, fields) : NULL;
		found = col && matches(col);
	}
	free(copy);
	return found;
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
	return names_any(opts->sort, false, needs_parallelism) || names_any(opts->fields, true, needs_parallelism);
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

	return xasprintf("%s%s%s%s", more ? opts->default_sort : "", more ? "," : "", sort + more,
			 wants_ipc(opts) ? ",ipc_null" : "");
}

/* What a column is called depends on the hardware. */
static void name_by_arch(struct columns *c, const char *arch)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		struct column_use *u = &c->shown[i];

		if (u->col->header_powerpc && (!strncmp(arch, "ppc", 3) || !strncmp(arch, "powerpc", 7)))
			u->header = u->col->header_powerpc;
	}
}

struct columns *columns__new(const struct columns_opts *opts, struct diag *diag)
{
	struct columns *c = xzalloc(sizeof(*c));
	bool more_fields = opts->fields && *opts->fields == '+';
	const char *sort = opts->sort ? opts->sort : opts->fields && !more_fields ? "" : opts->default_sort;
	int err = 0;
	size_t i;

	if (!opts->fields || more_fields) {
		bool all = opts->latency_first || (!strstr(sort, "overhead") && !names_any(sort, false, is_latency));

		show_numbers(c, opts, sort, all);
		/* They order the rows first, unless the user said where they come. */
		for (i = 0; all && i < c->nr_shown && is_share(c->shown[i].col); i++)
			add(&c->order, &c->nr_order, c->shown[i].col);
	}
	if (opts->fields)
		err = parse_list(c, opts, opts->fields + more_fields, true, diag);
	if (!err)
		err = parse_sort(c, opts, sort, diag);
	if (!err && opts->parent)
		use(c, find_column("parent", false), false);
	/* Perf's way to show what hardware may tell about a symbol. */
	if (!err && wants_ipc(opts))
		use(c, find_column(opts->branches ? "ipc_lbr" : "ipc_null", false), false);
	for (i = 0; !err && i < c->nr_order; i++)
		show(c, c->order[i]);
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
	collect_keys(c);
	if (opts->metrics)
		show_metrics(c, opts->metrics);
	c->own_latency = opts->latency_first || names_any(sort, false, is_latency) || names_any(opts->fields, true, is_latency);
	c->sym_first = !opts->fields && opts->sort && !strncmp(opts->sort, "sym", 3);
	columns__reset_widths(c);
	return c;
}
