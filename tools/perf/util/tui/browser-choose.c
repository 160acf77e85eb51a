// SPDX-License-Identifier: GPL-2.0-only
/* Which rows are shown, and in which order: filter, search, zooms, events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/browser-state.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"

/* --- lines that are edited ------------------------------------------------------------------------ */

static void filter_changed(void *ctx, const char *text)
{
	struct browser *b = ctx;

	view__set_filter(b->view, text);
}

static void edit_filter(struct browser *b)
{
	struct line_edit l = {
		.prompt = "Filter (dso:, comm:, sym: or any text): ", .changed = filter_changed, .redraw = browser__draw, .ctx = b
	};
	char *old = xstrdup(b->view->filter.text ? b->view->filter.text : "");

	strbuf__addstr(&l.text, old);
	if (!line_edit__run(&l))
		view__set_filter(b->view, old);
	strbuf__exit(&l.text);
	free(old);
}

/* A longer text is looked for from where the first letter was typed. */
struct searching {
	struct browser *b;
	struct view_pos cursor, top;
};

static void search_changed(void *ctx, const char *text)
{
	struct searching *s = ctx;

	s->b->view->cursor = s->cursor;
	s->b->view->top = s->top;
	view__search(s->b->view, text);
}

static void search_redraw(void *ctx)
{
	struct searching *s = ctx;
	const struct view *v = s->b->view;
	char found[64];

	browser__draw(s->b);
	if (!v->search.text)
		return;
	snprintf(found, sizeof(found), " %zu rows ", v->search.nr_rows);
	screen__put(0, screen__columns() - (int)strlen(found), STYLE_BAR, found, screen__columns());
}

static void edit_search(struct browser *b)
{
	struct searching s = { b, b->view->cursor, b->view->top };
	struct line_edit l = { .prompt = "Search: ", .changed = search_changed, .redraw = search_redraw, .ctx = &s };

	if (!line_edit__run(&l))
		search_changed(&s, NULL);
	else if (b->view->search.text && !b->view->search.nr_rows)
		browser__say(b, "Nothing has '%s' in it", b->view->search.text);
	strbuf__exit(&l.text);
}

static void edit_limit(struct browser *b)
{
	struct line_edit l = { .prompt = "Leave out rows with less percent than: ", .redraw = browser__draw, .ctx = b };
	char *end;
	double v;

	strbuf__addf(&l.text, "%g", b->view->percent_limit);
	if (line_edit__run(&l)) {
		v = strtod(strbuf__str(&l.text), &end);
		if (end == strbuf__str(&l.text) || (*end && strcmp(end, "%")) || !(v >= 0 && v <= 100))
			browser__say(b, "A number from 0 to 100 is needed, and '%s' is none", strbuf__str(&l.text));
		else
			view__set_limit(b->view, v);
	}
	strbuf__exit(&l.text);
}

/* --- zooms ---------------------------------------------------------------------------------------- */

/* "dso libc.so.6" */
static void zoom_column(struct browser *b, const struct column *col)
{
	struct strbuf label = STRBUF_INIT, cell = STRBUF_INIT;

	column__print(col, b->view->h, view__chosen(b->view), 0, &cell);
	strbuf__addf(&label, "%s ", col->name);
	strbuf__addtrimmed(&label, strbuf__str(&cell));
	view__zoom(b->view, col, strbuf__str(&label));
	strbuf__exit(&label);
	strbuf__exit(&cell);
}

static void zoom(struct browser *b, const char *const *names)
{
	const char *const *n;

	if (!view__chosen(b->view))
		return;
	for (n = names; *n; n++) {
		const struct column *col = view__column(b->view, *n, strlen(*n));

		if (col) {
			zoom_column(b, col);
			return;
		}
	}
	browser__say(b, "These rows do not tell it: perf report -s %s,...", names[0]);
}

static void zoom_by(struct browser *b, enum tui_command command)
{
	static const char *const dso[] = { "dso", NULL }, *const comm[] = { "comm", NULL },
				 *const socket[] = { "socket", NULL },
				 *const thread[] = { "pid", "tid", "comm", NULL };

	if (command == TUI_ZOOM_KERNEL) {
		if (!view__zoom(b->view, NULL, "kernel"))
			browser__say(b, "This row is not of the kernel");
		return;
	}
	zoom(b, command == TUI_ZOOM_DSO ? dso : command == TUI_ZOOM_COMM ? comm : command == TUI_ZOOM_SOCKET ? socket : thread);
}

static void go_out(struct browser *b)
{
	struct view *v = b->view;

	if (view__zoom_out(v))
		return;
	if (v->search.text)
		view__search(v, NULL);
	else if (v->filter.nr)
		view__set_filter(v, "");
	else if (b->opts->is_stretch)
		b->back = true;
	else
		browser__say(b, "%s", tui_keys__text(tui_keys, "This is the whole report; {quit} leaves it"));
}

const struct place *browser__chosen_function(struct browser *b)
{
	struct view_line l;

	if (!view__chosen(b->view))
		return NULL;
	l = view__line(b->view, b->view->cursor);
	if (l.node && !l.place)
		browser__say(b, "No frame: the chains go on, but were cut here (--graph-depth)");
	if (l.node)
		return l.place;
	if (b->opts->hists->columns->has_sym)
		return hist_entry__place(l.entry);
	browser__say(b, "These rows are no functions: unfold one and choose a frame, or perf report -s sym,...");
	return NULL;
}

/* --- orders and events ---------------------------------------------------------------------------- */

static void sort(struct browser *b, bool back)
{
	const struct column *col = view__next_order(b->view, back);

	if (b->view->h->nr >= BROWSER_MANY_ROWS)
		popup__notice("Ordering all rows");
	view__sort(b->view, col);
	browser__say(b, "Ordered by %s", col ? col->header : "what the report is ordered by");
}

/* As upstream's digits do. */
static void sort_by_event(struct browser *b)
{
	size_t n = tui_key__number(tui_keys, TUI_SORT_EVENT, b->key), nr = b->view->h->nr_members;

	if (nr < 2)
		browser__say(b, "%s",
			     b->view->whole->nr_members < 2 ?
				     "These rows are of one event: perf record -e '{a,b}' makes a group of several" :
				     "Stacks that were changed are those of the group's first event");
	else if (n >= nr)
		browser__say(b, "This group has %zu events, 0 to %zu", nr, nr - 1);
	else if (view__sort_by_event(b->view, (unsigned int)n))
		browser__say(b, "Ordered by %s", evsel__name(b->view->h->members[n]));
}

static const struct column *latency_column(const struct view *v)
{
	const struct columns *c = v->h->hists->columns;
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col->latency && column_use__is_shown(&c->shown[i], v->h))
			return c->shown[i].col;
	return NULL;
}

/* Periods, samples, latency, and again. Of latency, rows are known, and no branches: it is an order. */
static void next_weight(struct browser *b)
{
	struct view *v = b->view;
	const struct column *latency;

	if (v->sorted_by && v->sorted_by->latency) {
		view__sort(v, NULL);
		browser__say(b, "Periods count");
	} else if (!v->counts) {
		view__set_by_count(v, true);
		browser__say(b, "Each sample counts the same");
	} else {
		view__set_by_count(v, false);
		latency = latency_column(v);
		if (latency)
			view__sort(v, latency);
		browser__say(b, "%s", latency ? "Latency counts: the order, and the bars of rows" : "Periods count");
	}
}

void browser__choose_event(struct browser *b, size_t n)
{
	/* Totals may be those of what one view shows. */
	b->current = n;
	b->view = &b->views[n];
	b->skipped = 0;
	browser__fit(b);
	view__choose_rows(b->view);
}

bool browser__choose(struct browser *b, enum tui_command command)
{
	struct view *v = b->view;

	if (browser__is_change(command)) {
		const struct place *p = command == TUI_STACKS_SHORTENED ? NULL : browser__chosen_function(b);

		if (p || command == TUI_STACKS_SHORTENED)
			browser__change_stacks(b, command, p);
		return true;
	}
	switch (command) {
	case TUI_ZOOM_DSO: case TUI_ZOOM_THREAD: case TUI_ZOOM_COMM: case TUI_ZOOM_KERNEL: case TUI_ZOOM_SOCKET:
		zoom_by(b, command);
		return true;
	case TUI_OUT: go_out(b); return true;
	case TUI_FILTER: edit_filter(b); return true;
	case TUI_SEARCH: edit_search(b); return true;
	case TUI_NEXT: case TUI_PREVIOUS:
		if (!view__search_next(v, command == TUI_PREVIOUS))
			browser__say(b, "%s", tui_keys__text(tui_keys, "Nothing was found: {search} looks for a text"));
		return true;
	case TUI_SORT: case TUI_SORT_BACK: sort(b, command == TUI_SORT_BACK); return true;
	case TUI_SORT_EVENT: sort_by_event(b); return true;
	case TUI_WEIGHT: next_weight(b); return true;
	case TUI_RELATIVE: view__set_relative(v, !v->relative); return true;
	case TUI_LIMIT: edit_limit(b); return true;
	case TUI_NEXT_EVENT: browser__choose_event(b, (b->current + 1) % b->nr_views); return true;
	case TUI_PREVIOUS_EVENT: browser__choose_event(b, (b->current + b->nr_views - 1) % b->nr_views); return true;
	default: return false;
	}
}
