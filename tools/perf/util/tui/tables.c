// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/tables.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/fit-text.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"
#include "util/tui/tables-state.h"

void tables__choose_table(struct table_screen *s, size_t n)
{
	s->current = n;
	s->view = &s->views[n];
	s->skipped = 0;
	free(s->fitted);
	s->fitted = xcalloc(s->view->table->nr_columns + 1, sizeof(*s->fitted));
}

/* --- lines that are edited ------------------------------------------------------------------------ */

static void filter_changed(void *ctx, const char *text)
{
	table_view__set_filter(((struct table_screen *)ctx)->view, text);
}

static void edit_filter(struct table_screen *s)
{
	struct line_edit l = { .prompt = "Filter (TITLE:TEXT or any text): ", .changed = filter_changed, .redraw = tables__draw, .ctx = s };
	char *old = xstrdup(s->view->filter ?: "");

	strbuf__addstr(&l.text, old);
	l.cursor = l.text.len;
	if (!line_edit__run(&l))
		table_view__set_filter(s->view, old);
	strbuf__exit(&l.text);
	free(old);
}

/* A longer text is looked for from where the first letter was typed. */
struct searching {
	struct table_screen *s;
	struct table_pos cursor, top;
};

static void search_changed(void *ctx, const char *text)
{
	struct searching *from = ctx;
	struct table_view *v = from->s->view;

	v->cursor = from->cursor;
	v->top = from->top;
	table_view__search(v, text);
}

static void draw_searching(void *ctx)
{
	tables__draw(((struct searching *)ctx)->s);
}

static void edit_search(struct table_screen *s)
{
	struct searching from = { s, s->view->cursor, s->view->top };
	struct line_edit l = { .prompt = "Search: ", .changed = search_changed, .redraw = draw_searching, .ctx = &from };

	if (!line_edit__run(&l))
		search_changed(&from, NULL);
	else if (s->view->search && !s->view->nr_found)
		tables__say(s, "Nothing has '%s' in it", s->view->search);
	strbuf__exit(&l.text);
}

static void go_out(struct table_screen *s)
{
	struct table_view *v = s->view;

	if (v->search)
		table_view__search(v, NULL);
	else if (v->filter)
		table_view__set_filter(v, NULL);
	else if (v->sorted_by != TABLE_AS_GIVEN || v->reversed)
		table_view__sort(v, TABLE_AS_GIVEN, false);
	else
		tables__say(s, "%s", tui_keys__text(tables__keys(s), "This is the whole table; {quit} leaves it"));
}

/* --- commands ------------------------------------------------------------------------------------- */

static void show_text(struct table_screen *s, const char *title, const struct strbuf *text)
{
	popup__text(title, text->len ? strbuf__str(text) : "Nothing more is known.", tables__draw, s);
}

static void show_whole(struct table_screen *s)
{
	struct strbuf text = STRBUF_INIT;

	tables__whole(s, &text);
	show_text(s, "All of this row", &text);
	strbuf__exit(&text);
}

static void show_help(struct table_screen *s)
{
	struct strbuf text = STRBUF_INIT;

	tui_keys__list(tables__keys(s), &text);
	show_text(s, "Keys", &text);
	strbuf__exit(&text);
}

static void show_info(struct table_screen *s)
{
	struct strbuf text = STRBUF_INIT;

	strbuf__addstr(&text, s->view->table->notes);
	show_text(s, s->view->table->title, &text);
	strbuf__exit(&text);
}

static void on_click(struct table_screen *s)
{
	struct table_pos old = s->view->cursor;
	int y, x;

	screen__clicked(&y, &x);
	if (y < s->first_line || !table_view__point_at(s->view, (size_t)(y - s->first_line)))
		return;
	/* A second click on the line, or one on its sign. */
	if (x < 2 || (old.row == s->view->cursor.row && old.line == s->view->cursor.line))
		table_view__toggle(s->view);
}

static size_t count_numbers(const struct table *t)
{
	size_t n = 0, i;

	for (i = 0; i < t->nr_columns; i++)
		n += t->columns[i].kind == TABLE_NUMBER;
	return n;
}

static bool on_move(struct table_screen *s, enum tui_command command)
{
	struct table_view *v = s->view;

	switch (command) {
	case TUI_UP: table_view__move(v, -1); return true;
	case TUI_DOWN: table_view__move(v, 1); return true;
	case TUI_PAGE_UP: table_view__move(v, -(long)v->height); return true;
	case TUI_PAGE_DOWN: table_view__move(v, (long)v->height); return true;
	case TUI_WHEEL_UP: table_view__scroll(v, -3); return true;
	case TUI_WHEEL_DOWN: table_view__scroll(v, 3); return true;
	case TUI_HOME: table_view__home(v); return true;
	case TUI_END: table_view__end(v); return true;
	case TUI_LEFT:
		if (s->skipped)
			s->skipped--;
		else
			(void)tables__more(s, TUI_OUT);
		return true;
	case TUI_RIGHT: s->skipped += s->skipped < count_numbers(v->table); return true;
	case TUI_CLICK: on_click(s); return true;
	default: return false;
	}
}

static bool on_choice(struct table_screen *s, enum tui_command command)
{
	struct table_view *v = s->view;
	size_t nr = s->opts->tables->nr;

	switch (command) {
	case TUI_TOGGLE:
		if (!table_view__toggle(v))
			tables__say(s, "%s", tui_keys__text(tables__keys(s), "There is nothing below this row ({whole} shows all of it)"));
		return true;
	case TUI_UNFOLD_ALL: case TUI_FOLD_ALL: table_view__unfold_all(v, command == TUI_UNFOLD_ALL); return true;
	case TUI_UNFOLD_ROW: table_view__toggle_row(v); return true;
	case TUI_FOLD_ROW: table_view__unfold_row(v, false); return true;
	case TUI_FILTER: edit_filter(s); return true;
	case TUI_SEARCH: edit_search(s); return true;
	case TUI_NEXT: case TUI_PREVIOUS:
		if (!table_view__search_next(v, command == TUI_PREVIOUS))
			tables__say(s, "%s", tui_keys__text(tables__keys(s), "Nothing was found: {search} looks for a text"));
		return true;
	case TUI_OUT: go_out(s); return true;
	case TUI_SORT: case TUI_SORT_BACK:
		table_view__sort(v, table_view__next_order(v, command == TUI_SORT_BACK), false);
		return true;
	case TUI_REVERSE: table_view__sort(v, v->sorted_by, !v->reversed); return true;
	case TUI_NEXT_EVENT: tables__choose_table(s, (s->current + 1) % nr); return true;
	case TUI_PREVIOUS_EVENT: tables__choose_table(s, (s->current + nr - 1) % nr); return true;
	default: return false;
	}
}

static void on_command(struct table_screen *s, enum tui_command command)
{
	if (on_move(s, command) || tables__more(s, command) || on_choice(s, command))
		return;
	switch (command) {
	case TUI_HEADERS: s->headers = !s->headers; break;
	case TUI_WHOLE: show_whole(s); break;
	case TUI_HELP: show_help(s); break;
	case TUI_INFO: show_info(s); break;
	case TUI_SAVE: tables__save(s); break;
	case TUI_REDRAW: screen__forget(); break;
	case TUI_QUIT: s->left = true; break;
	case TUI_MOUSE:
		s->mouse = !s->mouse;
		screen__set_mouse(s->mouse);
		tables__say(s, "The mouse %s", s->mouse ? "chooses lines" : "marks text");
		break;
	default: break;
	}
}

/* --- opening -------------------------------------------------------------------------------------- */

/* Counted in characters of UTF-8, also for a screen that shows others instead. */
int *tables__widths(const struct table *t)
{
	int *widths = xcalloc(t->nr_columns + 1, sizeof(*widths));
	size_t i, row;

	for (i = 0; i < t->nr_columns; i++)
		widths[i] = fit_text__width(t->columns[i].title, true);
	for (row = 0; row < t->nr; row++)
		for (i = 0; i < t->nr_columns; i++) {
			int w = fit_text__width(t->rows[row].cells[i].text, true);

			if (w > widths[i])
				widths[i] = w;
		}
	return widths;
}

void tables__begin(struct table_screen *s)
{
	const struct tables *ts = s->opts->tables;
	size_t i;

	s->views = xcalloc(ts->nr, sizeof(*s->views));
	s->widths = xcalloc(ts->nr, sizeof(*s->widths));
	for (i = 0; i < ts->nr; i++) {
		table_view__init(&s->views[i], ts->list[i]);
		s->widths[i] = tables__widths(ts->list[i]);
	}
	tables__choose_table(s, 0);
}

void tables__end(struct table_screen *s)
{
	size_t i;

	for (i = 0; i < s->opts->tables->nr; i++) {
		table_view__exit(&s->views[i]);
		free(s->widths[i]);
	}
	free(s->views);
	free(s->widths);
	free(s->fitted);
	s->fitted = NULL;
}

bool tables__run(const struct tables_opts *o, const char **ret_why)
{
	struct table_screen s = { .opts = o, .headers = o->headers, .mouse = o->mouse };

	if (!o->is_open && !screen__open(o->colors, ret_why))
		return false;
	tables__begin(&s);
	screen__set_mouse(s.mouse);
	while (!s.left) {
		enum tui_command command;

		tables__draw(&s);
		screen__show();
		command = tui_key__command_in(tables__keys(&s), screen__key(-1));
		*s.message = 0;
		on_command(&s, command);
	}
	screen__close();
	tables__end(&s);
	return true;
}
