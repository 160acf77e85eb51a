// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/columns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/output/column-fields.h"
#include "util/output/hist.h"

/* Is @word the name, or (with @abbreviated) how the name begins? */
static bool is_named(const struct column *col, const char *word, bool abbreviated)
{
	size_t len = strlen(word);

	if (!abbreviated)
		return !strcasecmp(col->name, word) || (col->long_name && !strcasecmp(col->long_name, word));
	return len && (!strncasecmp(col->name, word, len) ||
		       (col->long_name && !strncasecmp(col->long_name, word, len)));
}

/* The word itself, or else the first column whose name begins with it. @numbers: these first. */
static const struct column *find_column(const char *word, bool numbers)
{
	const struct column *col, *best = NULL;

	for (col = report_columns; col->name; col++)
		if (is_named(col, word, false))
			return col;
	for (col = report_columns; col->name; col++)
		if (is_named(col, word, true) &&
		    (!best || (column__is_key(best) == numbers && column__is_key(col) != numbers)))
			best = col;
	return best;
}

/* The copy of @col that is ours. */
static struct column *own(struct columns *c, const struct column *col)
{
	struct column *copy;
	size_t i;

	for (i = 0; i < c->nr_own; i++)
		if (c->own[i]->name == col->name && c->own[i]->field == col->field &&
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

static int unknown_word(struct diag *diag, bool fields, const char *word)
{
	return diag__set(diag, -EINVAL, DIAG_NO_OFFSET, NULL, "key", "Unknown --%s key: `%s'",
			 fields ? "fields" : "sort", word);
}

void columns__add_names(struct strbuf *out, const char *indent)
{
	const struct column *col;
	size_t line = out->len;

	strbuf__addstr(out, indent);
	for (col = report_columns; col->name; col++) {
		if (out->len - line > 70) {
			strbuf__addf(out, "\n%s", indent);
			line = out->len;
		}
		strbuf__addf(out, " %s", col->long_name ? col->long_name : col->name);
	}
	strbuf__addch(out, '\n');
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

/* Adds each word of @list to the order, or to what is shown. */
static int parse_list(struct columns *c, const struct columns_opts *opts, const char *list, bool fields,
		      struct diag *diag)
{
	char *copy = xstrdup(list), *pos = copy, *word;
	struct field_use u = { .c = c, .fields = fields };
	int err = 0;

	while (!err && (word = strsep(&pos, ", ")) != NULL) {
		const struct column *col;

		if (!*word)
			continue;
		col = find_column(word, fields);
		if (col)
			use(c, col, fields);
		else if (!opts->evlist || (!column_fields__find(opts->evlist, word, opts->raw_trace, use_field, &u) &&
					   strcmp(word, "trace_fields")))
			err = unknown_word(diag, fields, word);
	}
	free(copy);
	return err;
}

static const struct column *own_number(struct columns *c, const char *name)
{
	return own(c, find_column(name, true));
}

static void show_numbers(struct columns *c, const struct columns_opts *opts)
{
	if (opts->children)
		show(c, own_number(c, "overhead_children"));
	show(c, own_number(c, "overhead"));
	if (opts->children)
		c->shown[c->nr_shown - 1].header = "Self";
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

static void collect_keys(struct columns *c)
{
	size_t i, j;

	for (i = 0; i < c->nr_shown; i++)
		add(&c->order, &c->nr_order, c->shown[i].col);
	for (i = 0; i < c->nr_order; i++) {
		const struct column *col = c->order[i];

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
		if (!c->own[j]->word)
			continue;
		c->own[j]->slot = (unsigned int)c->nr_words;
		add(&c->words, &c->nr_words, c->own[j]);
	}
}

/* "+KEY,...": these beside the usual ones. */
static int parse_sort(struct columns *c, const struct columns_opts *opts, const char *sort, struct diag *diag)
{
	int err = 0;

	if (*sort == '+') {
		err = parse_list(c, opts, opts->default_sort, false, diag);
		sort++;
	}
	return err ? err : parse_list(c, opts, sort, false, diag);
}

struct columns *columns__new(const struct columns_opts *opts, struct diag *diag)
{
	struct columns *c = xzalloc(sizeof(*c));
	bool more_fields = opts->fields && *opts->fields == '+';
	const char *sort = opts->sort ? opts->sort : opts->fields && !more_fields ? "" : opts->default_sort;
	int err = 0;
	size_t i;

	if (!opts->fields || more_fields) {
		show_numbers(c, opts);
		/* The overhead comes first, unless the user said where it comes. */
		if (!strstr(sort, "overhead") || strstr(sort, "overhead_"))
			for (i = 0; i < c->nr_shown && i < 1 + (size_t)opts->children; i++)
				add(&c->order, &c->nr_order, c->shown[i].col);
	}
	if (opts->fields)
		err = parse_list(c, opts, opts->fields + more_fields, true, diag);
	if (!err)
		err = parse_sort(c, opts, sort, diag);
	if (!err && opts->parent)
		use(c, find_column("parent", false), false);
	/* Perf's way to show what hardware may tell about a symbol. */
	if (!err && strstr(sort, "symbol"))
		use(c, find_column("ipc_null", false), false);
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
	size_t i;

	if (!c)
		return;
	for (i = 0; i < c->nr_own; i++)
		free(c->own[i]);
	free(c->own);
	free(c->words);
	free(c->shown);
	free(c->order);
	free(c->keys);
	free(c);
}

void columns__elide(struct columns *c, const char *name)
{
	size_t i, left = 0;

	for (i = 0; i < c->nr_shown; i++)
		if (column__is_key(c->shown[i].col) && !c->shown[i].elided)
			left++;
	for (i = 0; i < c->nr_shown && left > 1; i++)
		if (!strcmp(c->shown[i].col->name, name))
			c->shown[i].elided = true;
}

bool columns__has_key(const struct columns *c, const char *name)
{
	size_t i;

	for (i = 0; i < c->nr_keys; i++)
		if (is_named(c->keys[i], name, false))
			return true;
	return false;
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

		if (u->col->word_width)
			w = u->col->word_width(u->col, h, e->words[u->col->slot]);
		else if (u->col->width)
			w = u->col->width(h, e);
		else
			continue;
		if (w > u->width)
			u->width = w;
	}
}

unsigned int column_use__width(const struct column_use *u, const struct hist *h)
{
	unsigned int w;

	if (column__is_key(u->col))
		return u->user_width ? u->user_width : u->width;
	w = u->user_width ? u->user_width : u->width;
	if (h->nr_members > 1 && w < u->col->min_width * h->nr_members)
		w = u->col->min_width * h->nr_members;
	return w;
}

bool column_use__is_shown(const struct column_use *u, const struct hist *h)
{
	return !u->elided && (!u->col->evsel || u->col->evsel == h->leader);
}

int column__compare(const struct column *col, const struct hist *h, const struct hist_entry *a,
		    const struct hist_entry *b)
{
	uint64_t v, w;

	if (!col->word)
		return col->compare(h, a, b);
	v = a->words[col->slot];
	w = b->words[col->slot];
	if (v == w)
		return 0;
	return col->word_compare ? col->word_compare(v, w) : v < w ? -1 : 1;
}

int column__order(const struct column *col, const struct hist *h, const struct hist_entry *a,
		  const struct hist_entry *b)
{
	return col->order ? col->order(h, a, b) : column__compare(col, h, b, a);
}

void column__print(const struct column *col, const struct hist *h, const struct hist_entry *e, unsigned int width,
		   struct strbuf *out)
{
	if (col->word)
		col->word_print(col, h, e->words[col->slot], width, out);
	else
		col->print(h, e, width, out);
}

/* Rows with the same words have the same pointer to them. */
static bool same_words(const struct hist_entry *a, const struct hist_entry *b, const struct column *col)
{
	return col->word && a->words == b->words;
}

int columns__compare(const struct columns *c, const struct hist *h, const struct hist_entry *a,
		     const struct hist_entry *b)
{
	int r = 0;
	size_t i;

	for (i = 0; !r && i < c->nr_keys; i++)
		r = same_words(a, b, c->keys[i]) ? 0 : column__compare(c->keys[i], h, a, b);
	return r;
}

uint64_t columns__hash(const struct columns *c, const struct hist *h, const struct hist_entry *e)
{
	uint64_t hash = (uintptr_t)e->words;
	size_t i;

	for (i = 0; i < c->nr_keys; i++)
		if (!c->keys[i]->word)
			hash = hash_combine(hash, c->keys[i]->hash(h, e));
	return hash;
}
