// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/browser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/browser-state.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"

/* By one, if there is one. Left of the first column, one goes out of a zoom, as in upstream's screen. */
static void move_columns(struct browser *b, int by)
{
	const struct columns *c = b->opts->hists->columns;
	size_t i, nr = 0;

	for (i = 0; i < c->nr_shown; i++)
		nr += column_use__is_shown(&c->shown[i], b->view->h);
	if (by > 0 && b->skipped + 1 < nr)
		b->skipped++;
	if (by < 0 && b->skipped)
		b->skipped--;
	else if (by < 0)
		view__zoom_out(b->view);
}

static void show_text(struct browser *b, const char *title, void (*write)(const struct browser *b, struct strbuf *out))
{
	struct strbuf text = STRBUF_INIT;

	write(b, &text);
	popup__text(title, strbuf__str(&text), browser__draw, b);
	strbuf__exit(&text);
}

static void write_info(const struct browser *b, struct strbuf *out)
{
	b->opts->info(b->opts->ctx, out);
}

static void on_command(struct browser *b, enum tui_command command);

/* With the key that does the same. */
static void add_menu_line(enum tui_command command, const char *text, struct strbuf *out)
{
	char *line = xasprintf("%s ({%s})\n", text, tui_command__action(command));

	tui_keys__add_text(tui_keys, line, out);
	free(line);
}

static void show_menu(struct browser *b)
{
	static const struct { enum tui_command command; const char *text; } items[] = {
		{ TUI_UNFOLD_ROW, "Unfold all of the row" }, { TUI_FOLD_ROW, "Fold all of the row" },
		{ TUI_ZOOM_DSO, "Only rows of this file" }, { TUI_ZOOM_THREAD, "Only rows of this thread" },
		{ TUI_ZOOM_COMM, "Only rows of threads of this name" }, { TUI_ZOOM_KERNEL, "Only rows of the kernel" },
		{ TUI_ZOOM_SOCKET, "Only rows of this processor socket" },
		{ TUI_OUT, "Take the last choice back" }, { TUI_SORT, "Order by the next column" },
		{ TUI_CALLERS, "Callers and callees of this function" },
		{ TUI_STACKS_WITH, "Only stacks that have this function" }, { TUI_STACKS_WITHOUT, "Without the stacks that have it" },
		{ TUI_STACKS_JOINED, "Join its callers and what it calls" }, { TUI_STACKS_COLLAPSED, "Collapse its recursion" },
		{ TUI_STACKS_SHORTENED, "Collapse all direct recursion" },
		{ TUI_SAMPLES, "Its samples, each for itself" },
		{ TUI_MISSING, "What is missing in them" }, { TUI_MISSING_ALL, "What is missing in the recording" },
		{ TUI_COPY, "Copy its stack to the clipboard" },
		{ TUI_CODE, "The function's code with its samples" },
		{ TUI_FLAME, "A flame graph of what is shown" },
		{ TUI_TIME_LINE, "Its samples over time, to choose a stretch" },
		{ TUI_COMMANDS, "Run a command on the samples" }, { TUI_RECORDINGS, "Another recording" },
		{ TUI_WHOLE, "All that is known about the line" }, { TUI_WHOLE_NAMES, "Names of all rows in full" },
		{ TUI_FILES, "With the files of all frames" },
		{ TUI_SAVE, "Save what is shown as text" }, { TUI_INFO, "The header of the recording" },
		{ TUI_QUIT, "Leave" },
	};
	struct strbuf text = STRBUF_INIT;
	size_t i;
	int n;

	for (i = 0; i < ARRAY_SIZE(items); i++)
		add_menu_line(items[i].command, items[i].text, &text);
	n = popup__menu("What to do", strbuf__str(&text), browser__draw, b);
	strbuf__exit(&text);
	/* On a narrow screen a text may have taken two lines. */
	if (n >= 0 && n < (int)ARRAY_SIZE(items))
		on_command(b, items[n].command);
}

static void on_click(struct browser *b)
{
	struct view_pos old = b->view->cursor;
	int y, x;

	screen__clicked(&y, &x);
	if (y < b->first_line || !view__point_at(b->view, (size_t)(y - b->first_line)))
		return;
	/* A second click on the line, or one on its sign. */
	if (x + b->shift < 2 || (old.row == b->view->cursor.row && old.line == b->view->cursor.line))
		view__toggle(b->view);
}

static bool on_move(struct browser *b, enum tui_command command)
{
	struct view *v = b->view;

	switch (command) {
	case TUI_UP: view__move(v, -1); return true;
	case TUI_DOWN: view__move(v, 1); return true;
	case TUI_PAGE_UP: view__move(v, -(long)v->height); return true;
	case TUI_PAGE_DOWN: view__move(v, (long)v->height); return true;
	case TUI_WHEEL_UP: view__scroll(v, -3); return true;
	case TUI_WHEEL_DOWN: view__scroll(v, 3); return true;
	case TUI_HOME: view__home(v); return true;
	case TUI_END: view__end(v); return true;
	case TUI_LEFT: case TUI_RIGHT:
		if (b->whole_names)
			browser__shift(b, command == TUI_RIGHT ? 1 : -1);
		else
			move_columns(b, command == TUI_RIGHT ? 1 : -1);
		return true;
	case TUI_CLICK: on_click(b); return true;
	default: return false;
	}
}

static bool on_fold(struct browser *b, enum tui_command command)
{
	struct view *v = b->view;

	switch (command) {
	case TUI_ENTER:
		if (!view__toggle(v))
			show_menu(b);
		return true;
	case TUI_TOGGLE:
		if (!view__toggle(v))
			browser__say(b, "There is nothing below this line");
		return true;
	case TUI_UNFOLD_ROW: view__toggle_row(v); return true;
	case TUI_FOLD_ROW: view__unfold_row(v, false); return true;
	case TUI_UNFOLD_ALL: case TUI_FOLD_ALL:
		view__unfold_all(v, command == TUI_UNFOLD_ALL);
		return true;
	default:
		return false;
	}
}

static void on_command(struct browser *b, enum tui_command command)
{
	if (on_move(b, command) || on_fold(b, command) || browser__choose(b, command) || browser__samples(b, command) ||
	    browser__leave_for(b, command))
		return;
	switch (command) {
	case TUI_MENU: show_menu(b); break;
	case TUI_HEADERS: b->headers = !b->headers; break;
	case TUI_WHOLE_NAMES:
		b->whole_names = !b->whole_names;
		b->shift = 0;
		b->skipped = 0;
		break;
	case TUI_FILES:
		b->files = !b->files;
		browser__fit(b);
		break;
	case TUI_WHOLE: show_text(b, "All of this line", browser__whole); break;
	case TUI_HELP: browser__show_help(browser__draw, b); break;
	case TUI_INFO: show_text(b, "The recording", write_info); break;
	case TUI_SAVE: browser__save(b); break;
	case TUI_FLAME: browser__flame(b); break;
	case TUI_CODE: browser__code(b); break;
	case TUI_TIME_LINE: browser__time(b); break;
	case TUI_CALLERS: browser__callers(b); break;
	case TUI_COPY: browser__copy_chosen(b); break;
	case TUI_REDRAW: screen__forget(); break;
	case TUI_QUIT: b->left = true; break;
	case TUI_MOUSE:
		b->mouse = !b->mouse;
		screen__set_mouse(b->mouse);
		browser__say(b, "The mouse %s", b->mouse ? "chooses lines" : "marks text");
		break;
	default: break;
	}
}

/* --- opening -------------------------------------------------------------------------------------- */

static bool has_samples(const struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_members; i++)
		if (h->totals[i].nr)
			return true;
	return false;
}

static void make_views(struct browser *b)
{
	struct hists *h = b->opts->hists;
	size_t i;

	b->views = xcalloc(h->nr + 1, sizeof(*b->views));
	for (i = 0; i < h->nr; i++)
		if (has_samples(&h->list[i]) || h->opts.show_empty)
			view__init(&b->views[b->nr_views++], &h->list[i], b->opts->percent_limit);
}

static void free_views(struct browser *b)
{
	size_t i;

	for (i = 0; i < b->nr_views; i++)
		view__exit(&b->views[i]);
	free(b->views);
}

static void walk_around(struct browser *b)
{
	screen__set_mouse(b->mouse);
	browser__choose_event(b, 0);
	while (!b->left && !b->back) {
		enum tui_command command;

		browser__draw(b);
		screen__show();
		b->key = screen__key(-1);
		command = tui_key__command(b->key);
		*b->message = 0;
		on_command(b, command);
	}
}

static void begin(struct browser *b, const struct browser_opts *o)
{
	*b = (struct browser){ .opts = o, .headers = o->headers, .mouse = o->mouse };
	b->stdio = (struct report_stdio){ .hists = o->hists, .time_text = o->time_text, .sort_words = o->sort_words };
	make_views(b);
}

static void end(struct browser *b, bool relative)
{
	free_views(b);
	time_line__exit(&b->times);
	b->opts->hists->opts.filter_relative = relative;
}

bool browser__run(const struct browser_opts *o, const char **ret_why)
{
	bool relative = o->hists->opts.filter_relative;
	struct browser b;

	begin(&b, o);
	*ret_why = "there are no samples";
	if (b.nr_views && (o->is_open || screen__open(o->colors, ret_why))) {
		walk_around(&b);
		screen__close();
	}
	end(&b, relative);
	return b.left;
}

enum browser_end browser__run_stretch(const struct browser_opts *o)
{
	bool relative = o->hists->opts.filter_relative;
	struct browser b;

	begin(&b, o);
	if (b.nr_views)
		walk_around(&b);
	end(&b, relative);
	return b.left ? BROWSER_LEFT : BROWSER_BACK;
}
