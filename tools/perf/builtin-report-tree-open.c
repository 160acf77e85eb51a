// SPDX-License-Identifier: GPL-2.0-only
/* What keys open of a row of perf report --hierarchy on a screen: its samples, what these lack, its code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-report-tree.h"
#include "util/base/alloc.h"
#include "util/rows/hist-entry.h"
#include "util/tui/browser.h"
#include "util/tui/popup.h"
#include "util/tui/tables.h"
#include "util/view/view-filter.h"

static const char *name_of(const struct tree_screen *s, const struct tables_ask *ask)
{
	const struct table *t = s->tables.list[ask->table];
	const char *name = t->rows[ask->row].cells[t->nr_columns - 1].text;

	return name + strspn(name, " ");
}

void tree_screen__show_missing(struct tree_screen *s, const struct tables_ask *ask, const struct browser_row *row)
{
	struct strbuf text = STRBUF_INIT, title = STRBUF_INIT;

	report__add_missing(s->r, row, &text, ask->message, ask->size);
	strbuf__addf(&title, "What is missing: %s", row ? row->name : session__input_name(s->r->session));
	if (text.len)
		popup__table(strbuf__str(&title), text.buf, ask->redraw, ask->screen);
	strbuf__exit(&text);
	strbuf__exit(&title);
}

/* To be freed, with their texts: what all rows have that zooms have left. */
static struct browser_choice *choices_of(const struct tree_table *t)
{
	struct browser_choice *choices = xcalloc(t->zooms.nr + 1, sizeof(*choices));
	size_t i;

	for (i = 0; i < t->zooms.nr; i++) {
		const struct view_zoom *z = &t->zooms.list[i];
		struct strbuf text = STRBUF_INIT;

		if (z->col)
			column__print(z->col, t->h, &z->like->entry, 0, &text);
		choices[i] = (struct browser_choice){ z->col ? z->col->name : NULL, text.buf ? text.buf : xstrdup("") };
	}
	return choices;
}

void tree_screen__show_samples(struct tree_screen *s, const struct tables_ask *ask)
{
	const struct tree_table *t = &s->list[ask->table];
	const struct hist_entry *e = tree_screen__entry(s, ask);
	struct browser_choice *choices;
	struct browser_row row;
	size_t nr, i;

	if (!e)
		return;
	nr = tree_screen__nr_keys(s, ask);
	choices = choices_of(t);
	row = (struct browser_row){
		.hist = (size_t)(t->h - s->r->hists->list), .h = t->h, .entry = e, .nr = hist_entry__samples(t->h, e), .name = name_of(s, ask),
		.nr_keys = nr < t->tree.nr_levels ? nr : 0, .choices = choices, .nr_choices = nr < t->tree.nr_levels ? t->zooms.nr : 0,
	};
	if (ask->command == TUI_SAMPLES)
		report__show_samples(s->r, &row, ask->message, ask->size);
	else
		tree_screen__show_missing(s, ask, &row);
	for (i = 0; i < t->zooms.nr; i++)
		free((char *)(uintptr_t)choices[i].text);
	free(choices);
}

enum tables_then tree_screen__show_code(struct tree_screen *s, const struct tables_ask *ask)
{
	const struct tree_table *t = &s->list[ask->table];
	const struct hist_entry *e = tree_screen__entry(s, ask);
	const char *why = report_code__none(s->r);
	const struct symbol *sym;
	struct dso *dso;

	if (!e)
		return TABLES_AS_BEFORE;
	dso = place__dso(hist_entry__place(e));
	sym = dso ? dso__find_symbol(dso, place__lookup(hist_entry__place(e))) : NULL;
	if (why)
		snprintf(ask->message, ask->size, "Code is not shown here: %s", why);
	else if (!tree_screen__key_named(&t->tree, tree_screen__nr_keys(s, ask), "sym"))
		tree_screen__say_where(s, ask, "sym");
	else if (!sym)
		snprintf(ask->message, ask->size, "This row is of no function that has a name");
	else if (!report_code__show(s->r, dso, sym, (size_t)t->h->leader->idx, ask->message, ask->size))
		return TABLES_LEFT;
	return TABLES_AS_BEFORE;
}
