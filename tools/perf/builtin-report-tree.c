// SPDX-License-Identifier: GPL-2.0-only
/* perf report --hierarchy on a screen: the tables, made anew after each zoom, and what keys do with their rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-report-tree.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/report/report-hierarchy.h"
#include "util/rows/hist-tree.h"
#include "util/tui/tables.h"
#include "util/view/view-filter.h"

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

const struct hist_entry *tree_screen__entry(const struct tree_screen *s, const struct tables_ask *ask)
{
	const struct table_row *row = row_of(s, ask);

	return row ? row->about : NULL;
}

size_t tree_screen__nr_keys(const struct tree_screen *s, const struct tables_ask *ask)
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

const struct column *tree_screen__key_named(const struct hist_tree *t, size_t nr, const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(t->levels[i]->name, name))
			return t->levels[i];
	return NULL;
}

void tree_screen__say_where(const struct tree_screen *s, const struct tables_ask *ask, const char *name)
{
	const struct hist_tree *t = &s->list[ask->table].tree;

	if (tree_screen__key_named(t, t->nr_levels, name))
		snprintf(ask->message, ask->size, "This row has several: unfold it, and choose one further down");
	else
		snprintf(ask->message, ask->size, "No level tells it: perf report --hierarchy -s %s,...", name);
}

/* --- zooms ---------------------------------------------------------------------------------------- */

static enum tables_then add_zoom(struct tree_screen *s, const struct tables_ask *ask, const struct column *col)
{
	struct tree_table *t = &s->list[ask->table];
	const struct hist_entry *e = tree_screen__entry(s, ask);
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

	for (n = names; tree_screen__entry(s, ask) && *n; n++) {
		const struct column *col = tree_screen__key_named(&s->list[ask->table].tree, tree_screen__nr_keys(s, ask), *n);

		if (col)
			return add_zoom(s, ask, col);
	}
	if (tree_screen__entry(s, ask))
		tree_screen__say_where(s, ask, names[0]);
	return TABLES_AS_BEFORE;
}

/* Rows are of the kernel if they are of a file or a function of it. */
static enum tables_then zoom_kernel(struct tree_screen *s, const struct tables_ask *ask)
{
	const struct hist_tree *t = &s->list[ask->table].tree;
	const struct hist_entry *e = tree_screen__entry(s, ask);
	size_t nr = e ? tree_screen__nr_keys(s, ask) : 0;

	if (e && !tree_screen__key_named(t, nr, "dso") && !tree_screen__key_named(t, nr, "sym"))
		tree_screen__say_where(s, ask, "dso");
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
	case TUI_CODE: return tree_screen__show_code(s, ask);
	case TUI_SAMPLES: case TUI_MISSING: case TUI_MISSING_ALL:
		/* What there is to say about files was said when they were read first. */
		before = log__hold(&held);
		if (ask->command == TUI_MISSING_ALL)
			tree_screen__show_missing(s, ask, NULL);
		else
			tree_screen__show_samples(s, ask);
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
