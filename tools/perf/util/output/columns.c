// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/columns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/output/hist.h"

static bool is_key(const struct column *col)
{
	return col->compare;
}

/* The word itself, or else the first column whose name begins with it. @numbers: these first. */
static const struct column *find_column(const char *word, bool numbers)
{
	const struct column *col, *best = NULL;
	size_t len = strlen(word);

	for (col = report_columns; col->name; col++)
		if (!strcasecmp(col->name, word) || (col->long_name && !strcasecmp(col->long_name, word)))
			return col;
	for (col = report_columns; len && col->name; col++) {
		if (strncasecmp(col->name, word, len) &&
		    (!col->long_name || strncasecmp(col->long_name, word, len)))
			continue;
		if (!best || (is_key(best) == numbers && is_key(col) != numbers))
			best = col;
	}
	return best;
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

static int unknown_word(struct diag *diag, const char *option, const char *word)
{
	struct strbuf names = STRBUF_INIT;
	const struct column *col;
	int err;

	for (col = report_columns; col->name; col++)
		strbuf__addf(&names, "%s%s", col == report_columns ? "" : " ", col->name);
	err = diag__msg(diag, -EINVAL, "unknown %s key '%s': there are %s", option, word, names.buf);
	strbuf__exit(&names);
	return err;
}

/* Adds each word of @list to the order, and to what is shown. */
static int parse_list(struct columns *c, const char *list, bool fields, struct diag *diag)
{
	char *copy = xstrdup(list), *pos = copy, *word;
	int err = 0;

	while (!err && (word = strsep(&pos, ", ")) != NULL) {
		const struct column *col;

		if (!*word)
			continue;
		col = find_column(word, fields);
		if (!col) {
			err = unknown_word(diag, fields ? "--fields" : "--sort", word);
			break;
		}
		if (fields)
			show(c, col);
		else
			add(&c->order, &c->nr_order, col);
	}
	free(copy);
	return err;
}

static void show_numbers(struct columns *c, const struct columns_opts *opts)
{
	if (opts->children)
		show(c, find_column("overhead_children", true));
	show(c, find_column("overhead", true));
	if (opts->children)
		c->shown[c->nr_shown - 1].header = "Self";
	if (opts->sys_us) {
		show(c, find_column("overhead_sys", true));
		show(c, find_column("overhead_us", true));
	}
	if (opts->nr_samples)
		show(c, find_column("sample", true));
	if (opts->total_period)
		show(c, find_column("period", true));
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

static void collect_keys(struct columns *c)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		add(&c->order, &c->nr_order, c->shown[i].col);
	for (i = 0; i < c->nr_order; i++) {
		const struct column *col = c->order[i];

		if (!is_key(col))
			continue;
		add(&c->keys, &c->nr_keys, col);
		c->needs |= col->needs;
		if (!strcmp(col->name, "dso"))
			c->has_dso = true;
	}
}

struct columns *columns__new(const struct columns_opts *opts, struct diag *diag)
{
	struct columns *c = xzalloc(sizeof(*c));
	const char *sort = opts->sort ? opts->sort : opts->fields ? "" : opts->default_sort;
	int err = 0;
	size_t i;

	if (opts->fields) {
		err = parse_list(c, opts->fields, true, diag);
	} else {
		show_numbers(c, opts);
		/* The overhead comes first, unless the user said where it comes. */
		if (!strstr(sort, "overhead") || strstr(sort, "overhead_"))
			for (i = 0; i < c->nr_shown && i < 1 + (size_t)opts->children; i++)
				add(&c->order, &c->nr_order, c->shown[i].col);
	}
	if (!err)
		err = parse_list(c, sort, false, diag);
	/* Perf's way to show what hardware may tell about a symbol. */
	if (!err && strstr(sort, "symbol"))
		add(&c->order, &c->nr_order, find_column("ipc_null", false));
	for (i = 0; !err && i < c->nr_order; i++)
		show(c, c->order[i]);
	if (!err)
		err = parse_widths(c, opts->widths, diag);
	if (err) {
		columns__delete(c);
		return NULL;
	}
	collect_keys(c);
	c->sym_first = !opts->fields && opts->sort && !strncmp(opts->sort, "sym", 3);
	columns__reset_widths(c);
	return c;
}

void columns__delete(struct columns *c)
{
	if (!c)
		return;
	free(c->shown);
	free(c->order);
	free(c->keys);
	free(c);
}

void columns__elide(struct columns *c, const char *name)
{
	size_t i, left = 0;

	for (i = 0; i < c->nr_shown; i++)
		if (is_key(c->shown[i].col) && !c->shown[i].elided)
			left++;
	for (i = 0; i < c->nr_shown && left > 1; i++)
		if (!strcmp(c->shown[i].col->name, name))
			c->shown[i].elided = true;
}

bool columns__is_elided(const struct columns *c, const struct column *col)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col == col)
			return c->shown[i].elided;
	return false;
}

void columns__reset_widths(struct columns *c)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		struct column_use *u = &c->shown[i];
		unsigned int header = (unsigned int)strlen(u->header);

		u->width = header > u->col->min_width ? header : u->col->min_width;
	}
}

void columns__fit(struct columns *c, const struct hist *h, const struct hist_entry *e)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		struct column_use *u = &c->shown[i];
		unsigned int w;

		if (!u->col->width)
			continue;
		w = u->col->width(h, e);
		if (w > u->width)
			u->width = w;
	}
}

unsigned int column_use__width(const struct column_use *u, const struct hist *h)
{
	unsigned int w;

	if (is_key(u->col))
		return u->user_width ? u->user_width : u->width;
	w = u->user_width ? u->user_width : u->width;
	if (h->nr_members > 1 && w < u->col->min_width * h->nr_members)
		w = u->col->min_width * h->nr_members;
	return w;
}

int columns__compare(const struct columns *c, const struct hist *h, const struct hist_entry *a,
		     const struct hist_entry *b)
{
	int r = 0;
	size_t i;

	for (i = 0; !r && i < c->nr_keys; i++)
		r = c->keys[i]->compare(h, a, b);
	return r;
}

uint64_t columns__hash(const struct columns *c, const struct hist *h, const struct hist_entry *e)
{
	uint64_t hash = 0;
	size_t i;

	for (i = 0; i < c->nr_keys; i++)
		hash = hash_combine(hash, c->keys[i]->hash(h, e));
	return hash;
}
