// SPDX-License-Identifier: GPL-2.0-only
/* The picture: a line with the event, one with the way into the view, titles, rows with their frames, a line about the cursor. */
#include <stdio.h>
#include <string.h>

#include "util/tui/browser-state.h"
#include "util/tui/frame-reason.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"

/* What the text says above the table, in one line. */
static void draw_title(const struct browser *b)
{
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;
	const char *s;
	size_t len;

	report_stdio__totals(&b->stdio, b->view->h, &text);
	for (s = strbuf__str(&text); *s; s += s[len] ? len + 1 : len) {
		len = strcspn(s, "\n");
		if (len > 2)
			strbuf__addf(&line, "%s%.*s", line.len ? ", " : "", (int)len - 2, s + 2);
	}
	if (b->nr_views > 1)
		strbuf__addf(&line, " [%zu/%zu: %s]", b->current + 1, b->nr_views, tui_keys__text(tui_keys, "{next-event}"));
	screen__blank(0, 0, STYLE_BAR, screen__columns());
	screen__put(0, 0, STYLE_BAR, strbuf__str(&line), screen__columns());
	strbuf__exit(&text);
	strbuf__exit(&line);
}

/* Returns whether there is such a line. */
static bool draw_path(const struct browser *b, int y)
{
	const struct view *v = b->view;
	struct strbuf line = STRBUF_INIT;
	bool any;

	view__path(v, &line);
	if (v->filter.nr)
		strbuf__addf(&line, "%s/ %s", line.len ? "   " : "", v->filter.text);
	if (v->percent_limit > 0)
		strbuf__addf(&line, "%sfrom %.2f%%", line.len ? "   " : "", v->percent_limit);
	if (v->counts)
		strbuf__addf(&line, "%sby number of samples", line.len ? "   " : "");
	if (v->sorted_event && v->sorted_event < v->h->nr_members)
		strbuf__addf(&line, "%sby %s", line.len ? "   " : "", evsel__name(v->h->members[v->sorted_event]));
	if (v->sorted_by)
		strbuf__addf(&line, "%sby %s", line.len ? "   " : "", v->sorted_by->header);
	if (v->relative)
		strbuf__addf(&line, "%spercent of what is shown", line.len ? "   " : "");
	any = line.len;
	if (any)
		screen__put(y, 0, STYLE_HEAD, strbuf__str(&line), screen__columns());
	strbuf__exit(&line);
	return any;
}

static void draw_headers(const struct browser *b, int y)
{
	const struct columns *c = b->opts->hists->columns;
	struct browser_pen p = { .y = y, .x = 2 + browser__bar_width(), .whole = b->whole_names, .shift = b->shift };
	size_t i;

	for (i = 0; i < c->nr_shown && i < BROWSER_MAX_COLUMNS; i++) {
		const struct column_use *u = &c->shown[i];

		if (!b->widths[i])
			continue;
		p.x += 2;
		if (column__is_key(u->col)) {
			pen__add_fitted(&p, STYLE_HEAD, u->header, b->widths[i]);
		} else {
			int blanks = b->widths[i] - (int)strlen(u->header);

			p.x += blanks > 0 ? blanks : 0;
			pen__add_fitted(&p, STYLE_HEAD, u->header, blanks > 0 ? (int)strlen(u->header) : b->widths[i]);
		}
	}
}

/* A message; or why the line under the cursor is what it is; or the keys that everybody needs. */
static const char *status_of(const struct browser *b)
{
	const char *reason = NULL;
	struct view_line l;

	if (*b->message)
		return b->message;
	if (!b->view->nr)
		return tui_keys__text(tui_keys, "No row is left: {back} takes the last choice back");
	l = view__line(b->view, b->view->cursor);
	if (l.node) {
		reason = frame_reason(l.place);
	} else {
		const struct place *place = hist_entry__place(l.entry);

		if (place__text(place) || place__kind(place)->by_call)
			reason = frame_reason(place);
	}
	return reason ? reason : tui_keys__text(tui_keys, "{help}: help  {filter}: filter  {search}: search  {quit}: leave");
}

static void draw_status(const struct browser *b)
{
	const struct view *v = b->view;
	int y = screen__lines() - 1, right;
	char counts[96], found[64] = "";

	if (v->search.text)
		snprintf(found, sizeof(found), "found %zu/%zu  ", view_search__number(v), v->search.nr_rows);
	snprintf(counts, sizeof(counts), " %srow %zu/%zu ", found, v->nr ? v->cursor.row + 1 : 0, v->nr);
	screen__blank(y, 0, STYLE_BAR, screen__columns());
	right = screen__columns() - (int)strlen(counts);
	screen__put(y, 0, STYLE_BAR, status_of(b), right > 0 ? right : screen__columns());
	if (right > 0)
		screen__put(y, right, STYLE_BAR, counts, screen__columns());
}

static void draw_lines(struct browser *b)
{
	struct view_pos pos = b->view->top;
	size_t i;

	b->widest = 0;
	for (i = 0; i < b->view->height && b->view->nr; i++) {
		bool chosen = pos.row == b->view->cursor.row && pos.line == b->view->cursor.line;
		struct browser_pen p = { b->first_line + (int)i, 0, chosen ? STYLE_CHOSEN : 0, b->whole_names, b->shift };
		struct view_line l = view__line(b->view, pos);

		if (chosen)
			screen__blank(p.y, 0, STYLE_NORMAL | STYLE_CHOSEN, screen__columns());
		if (l.node)
			browser__draw_frame(b, &p, &l);
		else
			browser__draw_row(b, &p, pos, &l);
		if (p.x > b->widest)
			b->widest = p.x;
		if (!view__next(b->view, &pos))
			break;
	}
}

void browser__shift(struct browser *b, int quarters)
{
	int room = screen__columns(), most = b->widest > room ? b->widest - room : 0;

	b->shift += quarters * (room / 4 ? room / 4 : 1);
	if (b->shift > most)
		b->shift = most;
	if (b->shift < 0)
		b->shift = 0;
}

void browser__draw(void *browser)
{
	struct browser *b = browser;
	int y = 1, before = browser__begin_files(b);

	screen__clear();
	browser__choose_widths(b);
	draw_title(b);
	y += draw_path(b, y);
	if (b->headers)
		draw_headers(b, y++);
	b->first_line = y;
	view__set_height(b->view, screen__lines() - y - 1 > 0 ? (size_t)(screen__lines() - y - 1) : 1);
	draw_lines(b);
	browser__end_files(b, before);
	/* Lines further down may be shorter than what one has moved to. */
	if (b->shift && b->shift >= b->widest) {
		b->shift = 0;
		browser__draw(b);
		return;
	}
	draw_status(b);
	screen__set_cursor(-1, 0);
}
