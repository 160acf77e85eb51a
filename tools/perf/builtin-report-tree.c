// SPDX-License-Identifier: GPL-2.0-only
/* perf report --hierarchy on a screen: the tables, made anew after each zoom, and what keys do with their rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/report/report-hierarchy.h"
#include "util/rows/hist-tree.h"
#include "util/tui/browser.h"
#include "util/tui/popup.h"
#include "util/tui/tables.h"
#include "util/view/view-filter.h"

struct zooms {
	struct view_zoom *list;
	size_t nr, cap;
};

/* The table of an event. */
struct tree_table {
	const struct hist *h;
	struct hist_tree tree;
	struct zooms zooms;
};

struct tree_screen {
	struct report *r;
	struct tables tables;
	struct tree_table *list;	/* one for each of these */
	size_t nr;
	struct strbuf path;
	bool left;
};

/* --- the tables ----------------------------------------------------------------------------------- */

static bool passes_zooms(void *ctx, const struct hist_entry *e)
{
	const struct tree_table *t = ctx;
	size_t i;

	for (i = 0; i < t->zooms.nr; i++)
		if (!view_zoom__takes(&t->zooms.list[i], t->h, e))
			return false;
	return true;
}

static void make_tables(struct tree_screen *s)
{
	struct report *r = s->r;
	const struct graph_opts *graph = &r->hists_opts.graph;
	struct graph_room room = { .left = graph->max_size ? graph->max_size : UINT64_MAX };
	const struct report_stdio stdio = {
		.hists = r->hists, .percent_limit = r->percent_limit, .time_text = r->time, .sort_words = r->sort_words, .graph_room = &room,
	};
	struct strbuf cuts = STRBUF_INIT;
	struct text_out notes;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		hist_tree__init(&s->list[i].tree, s->list[i].h, passes_zooms, &s->list[i]);
		report_hierarchy__add_table(&stdio, s->list[i].h, &s->list[i].tree, &s->tables);
	}
	report_stdio__cuts(graph, &room, &cuts);
	if (s->nr) {
		text_out__init(&notes, -1);
		text_out__add(&notes, strbuf__str(&cuts), cuts.len);
		table__take_notes(s->tables.list[0], &notes);
	}
	strbuf__exit(&cuts);
}

static void free_tables(struct tree_screen *s)
{
	size_t i;

	tables__exit(&s->tables);
	s->tables = (struct tables){ 0 };
	for (i = 0; i < s->nr; i++)
		hist_tree__exit(&s->list[i].tree);
}

static void renew(void *ctx)
{
	free_tables(ctx);
	make_tables(ctx);
}

/* --- what a row is -------------------------------------------------------------------------------- */

static const struct table_row *row_of(const struct tree_screen *s, const struct tables_ask *ask)
{
	return ask->row == TABLE_NO_ROW ? NULL : &s->tables.list[ask->table]->rows[ask->row];
}

/* NULL: there is none, or the row only says that nothing is there. */
static const struct hist_entry *entry_of(const struct tree_screen *s, const struct tables_ask *ask)
{
	const struct table_row *row = row_of(s, ask);

	return row ? row->about : NULL;
}

/* So many keys all samples of the row have in common. */
static size_t nr_keys_of(const struct tree_screen *s, const struct tables_ask *ask)
{
	const struct table *t = s->tables.list[ask->table];
	uint32_t row = ask->row;
	size_t nr = 1;

	while (t->rows[row].parent != TABLE_NO_ROW) {
		row = t->rows[row].parent;
		nr++;
	}
	return nr;
}

static const struct column *key_named(const struct hist_tree *t, size_t nr, const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(t->levels[i]->name, name))
			return t->levels[i];
	return NULL;
}

static void say_where(const struct tree_screen *s, const struct tables_ask *ask, const char *name)
{
	const struct hist_tree *t = &s->list[ask->table].tree;

	if (key_named(t, t->nr_levels, name))
		snprintf(ask->message, ask->size, "This row has several: unfold it, and choose one further down");
	else
		snprintf(ask->message, ask->size, "No level tells it: perf report --hierarchy -s %s,...", name);
}

static const char *name_of(const struct tree_screen *s, const struct tables_ask *ask)
{
	const struct table *t = s->tables.list[ask->table];
	const char *name = t->rows[ask->row].cells[t->nr_columns - 1].text;

	return name + strspn(name, " ");
}

/* --- zooms ---------------------------------------------------------------------------------------- */

static enum tables_then add_zoom(struct tree_screen *s, const struct tables_ask *ask, const struct column *col)
{
	struct tree_table *t = &s->list[ask->table];
	const struct hist_entry *e = entry_of(s, ask);
	struct strbuf label = STRBUF_INIT, cell = STRBUF_INIT;

	if (col)
		column__print(col, t->h, e, 0, &cell);
	strbuf__addf(&label, "%s", col ? col->name : "kernel");
	strbuf__addstr(&label, col ? " " : "");
	strbuf__addtrimmed(&label, strbuf__str(&cell));
	GROW(t->zooms.list, t->zooms.nr, t->zooms.cap);
	t->zooms.list[t->zooms.nr++] = (struct view_zoom){ .col = col, .like = view_like__new(e), .label = xstrdup(strbuf__str(&label)) };
	strbuf__exit(&label);
	strbuf__exit(&cell);
	return TABLES_OTHERS;
}

static enum tables_then zoom(struct tree_screen *s, const struct tables_ask *ask, const char *const *names)
{
	const char *const *n;

	for (n = names; entry_of(s, ask) && *n; n++) {
		const struct column *col = key_named(&s->list[ask->table].tree, nr_keys_of(s, ask), *n);

		if (col)
			return add_zoom(s, ask, col);
	}
	if (entry_of(s, ask))
		say_where(s, ask, names[0]);
	return TABLES_AS_BEFORE;
}

/* Rows are of the kernel if they are of a file or a function of it. */
static enum tables_then zoom_kernel(struct tree_screen *s, const struct tables_ask *ask)
{
	const struct hist_tree *t = &s->list[ask->table].tree;
	const struct hist_entry *e = entry_of(s, ask);
	size_t nr = e ? nr_keys_of(s, ask) : 0;

	if (e && !key_named(t, nr, "dso") && !key_named(t, nr, "sym"))
		say_where(s, ask, "dso");
	else if (e && hist_entry__level(e) == 'k')
		return add_zoom(s, ask, NULL);
	else if (e)
		snprintf(ask->message, ask->size, "This row is not of the kernel");
	return TABLES_AS_BEFORE;
}

static void drop_last(struct zooms *z)
{
	z->nr--;
	free(z->list[z->nr].like);
	free(z->list[z->nr].label);
}

static enum tables_then go_out(struct tree_screen *s, const struct tables_ask *ask)
{
	if (!s->list[ask->table].zooms.nr)
		return TABLES_NOT_MINE;
	drop_last(&s->list[ask->table].zooms);
	return TABLES_OTHERS;
}

static const char *path_of(void *ctx, size_t table)
{
	struct tree_screen *s = ctx;
	const struct zooms *z = &s->list[table].zooms;
	size_t i;

	strbuf__reset(&s->path);
	for (i = 0; i < z->nr; i++)
		strbuf__addf(&s->path, "%s%s", i ? " > " : "", z->list[i].label);
	return strbuf__str(&s->path);
}

/* --- samples and code ----------------------------------------------------------------------------- */

static uint64_t samples_of(const struct hist *h, const struct hist_entry *e)
{
	uint64_t nr = 0;
	unsigned int m;

	for (m = 0; m < h->nr_members; m++)
		nr += hist_entry__stat(e)[m].nr;
	return nr;
}

static void show_missing(struct tree_screen *s, const struct tables_ask *ask, const struct browser_row *row)
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

static void show_samples(struct tree_screen *s, const struct tables_ask *ask)
{
	const struct tree_table *t = &s->list[ask->table];
	const struct hist_entry *e = entry_of(s, ask);
	struct browser_choice *choices;
	struct browser_row row;
	size_t nr, i;

	if (!e)
		return;
	nr = nr_keys_of(s, ask);
	choices = choices_of(t);
	row = (struct browser_row){
		.hist = (size_t)(t->h - s->r->hists->list), .h = t->h, .entry = e, .nr = samples_of(t->h, e), .name = name_of(s, ask),
		.nr_keys = nr < t->tree.nr_levels ? nr : 0, .choices = choices, .nr_choices = nr < t->tree.nr_levels ? t->zooms.nr : 0,
	};
	if (ask->command == TUI_SAMPLES)
		report__show_samples(s->r, &row, ask->message, ask->size);
	else
		show_missing(s, ask, &row);
	for (i = 0; i < t->zooms.nr; i++)
		free((char *)(uintptr_t)choices[i].text);
	free(choices);
}

static enum tables_then show_code(struct tree_screen *s, const struct tables_ask *ask)
{
	const struct tree_table *t = &s->list[ask->table];
	const struct hist_entry *e = entry_of(s, ask);
	const char *why = report_code__none(s->r);
	const struct symbol *sym;
	struct dso *dso;

	if (!e)
		return TABLES_AS_BEFORE;
	dso = place__dso(hist_entry__place(e));
	sym = dso ? dso__find_symbol(dso, place__lookup(hist_entry__place(e))) : NULL;
	if (why)
		snprintf(ask->message, ask->size, "Code is not shown here: %s", why);
	else if (!key_named(&t->tree, nr_keys_of(s, ask), "sym"))
		say_where(s, ask, "sym");
	else if (!sym)
		snprintf(ask->message, ask->size, "This row is of no function that has a name");
	else if (!report_code__show(s->r, dso, sym, (size_t)t->h->leader->idx, ask->message, ask->size))
		return TABLES_LEFT;
	return TABLES_AS_BEFORE;
}

/* --- the screen ----------------------------------------------------------------------------------- */

static enum tables_then act(void *ctx, const struct tables_ask *ask)
{
	static const char *const dso[] = { "dso", NULL }, *const comm[] = { "comm", NULL }, *const socket[] = { "socket", NULL },
				 *const thread[] = { "pid", "tid", "comm", NULL };
	struct tree_screen *s = ctx;
	struct strbuf held = STRBUF_INIT, *before;

	switch (ask->command) {
	case TUI_ZOOM_DSO: return zoom(s, ask, dso);
	case TUI_ZOOM_COMM: return zoom(s, ask, comm);
	case TUI_ZOOM_SOCKET: return zoom(s, ask, socket);
	case TUI_ZOOM_THREAD: return zoom(s, ask, thread);
	case TUI_ZOOM_KERNEL: return zoom_kernel(s, ask);
	case TUI_OUT: return go_out(s, ask);
	case TUI_CODE: return show_code(s, ask);
	case TUI_SAMPLES: case TUI_MISSING: case TUI_MISSING_ALL:
		/* What there is to say about files was said when they were read first. */
		before = log__hold(&held);
		if (ask->command == TUI_MISSING_ALL)
			show_missing(s, ask, NULL);
		else
			show_samples(s, ask);
		log__hold(before);
		strbuf__exit(&held);
		return TABLES_AS_BEFORE;
	default: return TABLES_NOT_MINE;
	}
}

bool report_tree__show(struct report *r, const char **ret_why)
{
	struct tree_screen s = { .r = r, .list = xcalloc(r->hists->nr + 1, sizeof(*s.list)) };
	const struct tables_more more = { .keys = tree_keys, .act = act, .renew = renew, .path = path_of, .ctx = &s };
	const struct tables_opts o = {
		.tables = &s.tables, .colors = color__wanted(STDOUT_FILENO), .mouse = r->mouse, .headers = r->headers, .is_open = r->opening.open,
		.more = &more,
	};
	bool shown = false;
	size_t i;

	for (i = 0; i < r->hists->nr; i++)
		if (r->hists->list[i].totals[0].shown_nr)
			s.list[s.nr++].h = &r->hists->list[i];
	make_tables(&s);
	if (s.nr)
		shown = tables__run(&o, ret_why);
	else
		*ret_why = "there are no samples";
	free_tables(&s);
	for (i = 0; i < s.nr; i++) {
		while (s.list[i].zooms.nr)
			drop_last(&s.list[i].zooms);
		free(s.list[i].zooms.list);
	}
	free(s.list);
	strbuf__exit(&s.path);
	return shown;
}
