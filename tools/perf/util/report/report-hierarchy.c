// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/report-hierarchy.h"

#include <string.h>

#include "util/rows/hist-tree.h"

#define INDENT	3	/* blanks a level */

struct state {
	const struct report_stdio *r;
	const struct hist *h;
	struct strbuf *out;
	struct hist_tree tree;
	unsigned int indent;		/* of the last level */
};

static void blanks(struct strbuf *out, size_t nr)
{
	strbuf__addf(out, "%*s", (int)nr, "");
}

static void dots(struct strbuf *out, size_t nr)
{
	while (nr--)
		strbuf__addch(out, '.');
}

static const struct column_use *use_of(const struct columns *c, const struct column *col)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col == col)
			return &c->shown[i];
	return NULL;
}

static void add_trimmed(struct strbuf *out, const char *text)
{
	strbuf__addstr(out, text + strspn(text, " "));
}

bool report_hierarchy__is_number(const struct column_use *u, const struct hist *h)
{
	return (u->col->value || u->col->metric) && column_use__is_shown(u, h);
}

/* --- titles ----------------------------------------------------------------------------------- */

static void print_number_titles(struct state *s, const char *sep)
{
	const struct columns *c = s->r->hists->columns;
	const char *between = "";
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		int width = (int)column_use__width(&c->shown[i], s->h);

		if (!report_hierarchy__is_number(&c->shown[i], s->h))
			continue;
		strbuf__addstr(s->out, between);
		if (c->shown[i].col->mem_stat)
			report_stdio__part_names(s->h, &c->shown[i], s->out);
		else
			strbuf__addf(s->out, "%*.*s", width, width, c->shown[i].header);
		between = sep ? sep : "  ";
	}
}

/* The line above, of columns in parts. */
static void print_part_titles(struct state *s, const char *sep)
{
	const struct columns *c = s->r->hists->columns;
	const char *between = "";
	size_t i;

	if (!c->mem_stats)
		return;
	strbuf__addstr(s->out, "# ");
	if (!sep)
		blanks(s->out, s->indent);
	for (i = 0; i < c->nr_shown; i++) {
		if (!report_hierarchy__is_number(&c->shown[i], s->h))
			continue;
		strbuf__addstr(s->out, between);
		report_stdio__part_title(&c->shown[i], column_use__width(&c->shown[i], s->h), s->out);
		between = sep ? sep : "  ";
	}
	strbuf__addch(s->out, '\n');
}

static void print_number_dots(struct state *s, const char *sep)
{
	const struct columns *c = s->r->hists->columns;
	const char *between = "";
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		if (!report_hierarchy__is_number(&c->shown[i], s->h))
			continue;
		strbuf__addstr(s->out, between);
		dots(s->out, column_use__width(&c->shown[i], s->h));
		between = sep;
	}
}

/* The numbers' columns, blanks between them included. */
static size_t numbers_width(const struct state *s)
{
	const struct columns *c = s->r->hists->columns;
	size_t width = 0, i;

	for (i = 0; i < c->nr_shown; i++)
		if (report_hierarchy__is_number(&c->shown[i], s->h))
			width += column_use__width(&c->shown[i], s->h) + (width ? 2 : 0);
	return width;
}

static void print_titles(struct state *s)
{
	const char *sep = s->r->hists->opts.field_sep;
	size_t widest, from, i;

	print_part_titles(s, sep);
	strbuf__addstr(s->out, "# ");
	if (!sep)
		blanks(s->out, s->indent);
	print_number_titles(s, sep);
	strbuf__addstr(s->out, sep ? sep : "  ");
	from = s->out->len;
	for (i = 0; i < s->tree.nr_levels; i++) {
		if (i)
			strbuf__addstr(s->out, " / ");
		add_trimmed(s->out, s->tree.levels[i]->header);
	}
	widest = s->out->len - from;
	for (i = 0; i < s->tree.nr_levels; i++) {
		const struct column_use *u = use_of(s->r->hists->columns, s->tree.levels[i]);
		size_t width = u ? u->width + i * INDENT : 0;

		if (width > widest)
			widest = width;
	}
	strbuf__addstr(s->out, "\n# ");
	if (sep)
		print_number_dots(s, sep);
	else
		dots(s->out, s->indent + numbers_width(s));
	strbuf__addstr(s->out, sep ? sep : "  ");
	dots(s->out, widest);
	strbuf__addstr(s->out, "\n#\n");
}

/* --- rows --------------------------------------------------------------------------------------- */

static void print_numbers(struct state *s, const struct hist_entry *e)
{
	const struct columns *c = s->r->hists->columns;
	const char *sep = s->r->hists->opts.field_sep, *between = "";
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		if (!report_hierarchy__is_number(&c->shown[i], s->h))
			continue;
		strbuf__addstr(s->out, between);
		report_stdio__numbers(s->r, s->h, e, &c->shown[i], s->out);
		between = sep ? sep : "  ";
	}
}

static void print_node(struct state *s, const struct hist_node *n, size_t level)
{
	const struct column *col = s->tree.levels[level];
	const struct column_use *u = use_of(s->r->hists->columns, col);
	const char *sep = s->r->hists->opts.field_sep;
	struct strbuf cell = STRBUF_INIT;

	if (!sep)
		strbuf__addstr(s->out, "  ");
	blanks(s->out, level * INDENT);
	print_numbers(s, n->entry);
	if (sep)
		strbuf__addstr(s->out, sep);
	else
		blanks(s->out, s->indent + 2);
	column__print(col, s->h, n->entry, u ? u->width : 0, &cell);
	add_trimmed(s->out, strbuf__str(&cell));
	strbuf__addch(s->out, '\n');
	strbuf__exit(&cell);
}

/* As deep as there are keys. */
static void print_children(struct state *s, const struct hist_node *parent, size_t level)
{
	bool last = level + 1 == s->tree.nr_levels, any = false;
	size_t i;

	for (i = 0; i < parent->nr_children; i++) {
		const struct hist_node *n = &parent->children[i];

		if (hist_entry__percent(s->h, n->entry) < s->r->percent_limit)
			continue;
		any = true;
		print_node(s, n, level);
		if (last)
			report_stdio__graph(s->r, s->h, n->entry, s->out);
		else
			print_children(s, n, level + 1);
		report_stdio__flush(s->r, s->out);
	}
	if (any || !level)
		return;
	blanks(s->out, 2 + level * INDENT + numbers_width(s) + s->indent + 2);
	strbuf__addf(s->out, "no entry >= %.2f%%\n", s->r->percent_limit);
}

void report_hierarchy__print(const struct report_stdio *r, const struct hist *h, struct strbuf *out)
{
	struct state s = { .r = r, .h = h, .out = out };

	hist_tree__init(&s.tree, h, NULL, NULL);
	s.indent = s.tree.nr_levels ? (unsigned int)(s.tree.nr_levels - 1) * INDENT : 0;
	if (!r->no_header)
		print_titles(&s);
	if (s.tree.nr_levels)
		print_children(&s, &s.tree.root, 0);
	hist_tree__exit(&s.tree);
}
