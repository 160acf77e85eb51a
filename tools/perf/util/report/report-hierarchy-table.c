// SPDX-License-Identifier: GPL-2.0-only
/* perf report --hierarchy as a table, for a screen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/text-out.h"
#include "util/output/table.h"
#include "util/report/report-hierarchy.h"
#include "util/rows/hist-tree.h"

struct state {
	const struct report_stdio *r;
	const struct hist *h;
	const struct hist_tree *tree;
};

/* What rows are ordered by in a column of numbers: of a group, that of its leader; NAN: there is none. */
static double number_of(const struct column *col, const struct hist *h, const struct hist_entry *e)
{
	const struct hist_stat *stat = col->acc && e->common->acc ? e->common->acc : e->common->self;
	double value;

	if (col->metric)
		return column__metric(col, h, e, &value) == METRIC_OK ? value : NAN;
	value = (double)col->value(&stat[0]);
	return !col->average ? value : stat[0].nr ? value / (double)stat[0].nr : 0;
}

static void add_columns(struct state *s, struct table *t)
{
	const struct columns *c = s->r->hists->columns;
	struct strbuf title = STRBUF_INIT;
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (report_hierarchy__is_number(&c->shown[i], s->h))
			table__add_column(t, c->shown[i].header + strspn(c->shown[i].header, " "), TABLE_NUMBER);
	for (i = 0; i < s->tree->nr_levels; i++) {
		strbuf__addstr(&title, i ? " / " : "");
		strbuf__addtrimmed(&title, s->tree->levels[i]->header);
	}
	table__add_column(t, strbuf__str(&title), TABLE_TEXT);
	strbuf__exit(&title);
}

static void add_numbers(struct state *s, struct table *t, const struct hist_entry *e)
{
	const struct columns *c = s->r->hists->columns;
	struct strbuf cell = STRBUF_INIT;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		const char *text;

		if (!report_hierarchy__is_number(&c->shown[i], s->h))
			continue;
		strbuf__reset(&cell);
		if (e)
			report_stdio__numbers(s->r, s->h, e, &c->shown[i], &cell);
		text = strbuf__str(&cell);
		text += strspn(text, " ");
		table__add_number(t, e ? number_of(c->shown[i].col, s->h, e) : NAN, "%s", text);
	}
	strbuf__exit(&cell);
}

/* @e: NULL: a line that tells that nothing is there. */
static void add_row(struct state *s, struct table *t, const struct hist_entry *e, size_t level, uint32_t parent, const char *text)
{
	struct strbuf cell = STRBUF_INIT;

	table__add_row(t);
	table__set_parent(t, parent);
	if (e)
		table__set_row_bar(t, hist_entry__percent(s->h, e));
	add_numbers(s, t, e);
	strbuf__addblanks(&cell, level * 2);
	strbuf__addtrimmed(&cell, text);
	table__add_text(t, strbuf__str(&cell));
	strbuf__exit(&cell);
}

static void add_graph(struct state *s, struct table *t, const struct hist_entry *e)
{
	struct strbuf graph = STRBUF_INIT;
	struct text_out below;

	report_stdio__graph(s->r, s->h, e, &graph);
	text_out__init(&below, -1);
	text_out__add(&below, strbuf__str(&graph), graph.len);
	table__take_below(t, &below);
	strbuf__exit(&graph);
}

/* As deep as there are keys. */
static void add_children(struct state *s, struct table *t, const struct hist_node *node, size_t level, uint32_t parent)
{
	bool any = false;
	char nothing[64];
	size_t i;

	for (i = 0; i < node->nr_children; i++) {
		const struct hist_node *n = &node->children[i];
		struct strbuf cell = STRBUF_INIT;
		uint32_t number = (uint32_t)t->nr;

		if (hist_entry__percent(s->h, n->entry) < s->r->percent_limit)
			continue;
		any = true;
		column__print(s->tree->levels[level], s->h, n->entry, 0, &cell);
		add_row(s, t, n->entry, level, parent, strbuf__str(&cell));
		t->rows[number].about = n->entry;
		strbuf__exit(&cell);
		if (level + 1 == s->tree->nr_levels)
			add_graph(s, t, n->entry);
		else
			add_children(s, t, n, level + 1, number);
	}
	if (any || !level)
		return;
	snprintf(nothing, sizeof(nothing), "no entry >= %.2f%%", s->r->percent_limit);
	add_row(s, t, NULL, level, parent, nothing);
}

void report_hierarchy__add_table(const struct report_stdio *r, const struct hist *h, const struct hist_tree *tree, struct tables *ts)
{
	struct state s = { .r = r, .h = h, .tree = tree };
	struct table *t = tables__add(ts, evsel__name(h->leader));
	struct strbuf totals = STRBUF_INIT;
	struct text_out notes;

	report_stdio__totals(r, h, &totals);
	text_out__init(&notes, -1);
	text_out__add(&notes, strbuf__str(&totals), totals.len);
	table__take_notes(t, &notes);
	strbuf__exit(&totals);
	add_columns(&s, t);
	if (tree->nr_levels)
		add_children(&s, t, &tree->root, 0, TABLE_NO_ROW);
	table__set_bar(t, TABLE_SHARE, 100);
}
