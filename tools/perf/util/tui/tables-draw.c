// SPDX-License-Identifier: GPL-2.0-only
/* The picture: a line with the table's title, one about filter and order, titles of columns, rows and what is unfolded below them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/fit-text.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"
#include "util/tui/tables-state.h"

/* Cells of the bar in front of rows; an odd number has a middle. */
#define BAR_WIDTH	9
/* A column of text does not become narrower than that. */
#define LEAST_WIDTH	16

static void draw_title(const struct table_screen *s)
{
	const struct table *t = s->view->table;
	struct strbuf line = STRBUF_INIT;
	size_t len = strcspn(t->notes, "\n");

	strbuf__addf(&line, "%s%s%.*s", t->title, len ? ": " : "", (int)len, t->notes);
	if (s->opts->tables->nr > 1)
		strbuf__addf(&line, " [%zu/%zu: %s]", s->current + 1, s->opts->tables->nr, tui_keys__text(tables__keys(s), "{next-event}"));
	screen__blank(0, 0, STYLE_BAR, screen__columns());
	screen__put(0, 0, STYLE_BAR, strbuf__str(&line), screen__columns());
	strbuf__exit(&line);
}

/* Returns whether there is such a line. */
static bool draw_path(const struct table_screen *s, int y)
{
	const struct table_view *v = s->view;
	struct strbuf line = STRBUF_INIT;
	bool any;

	if (s->opts->more)
		strbuf__addstr(&line, s->opts->more->path(s->opts->more->ctx, s->current));
	if (v->filter)
		strbuf__addf(&line, "%s/ %s", line.len ? "   " : "", v->filter);
	if (v->sorted_by != TABLE_AS_GIVEN || v->reversed)
		strbuf__addf(&line, "%s%s%s%s", line.len ? "   " : "", v->sorted_by != TABLE_AS_GIVEN ? "by " : "",
			     v->sorted_by != TABLE_AS_GIVEN ? v->table->columns[v->sorted_by].title : "",
			     !v->reversed ? "" : v->sorted_by != TABLE_AS_GIVEN ? ", reversed" : "reversed");
	any = line.len;
	if (any)
		screen__put(y, 0, STYLE_HEAD, strbuf__str(&line), screen__columns());
	strbuf__exit(&line);
	return any;
}

/* --- columns -------------------------------------------------------------------------------------- */

static int bar_width(const struct table_screen *s)
{
	return s->view->table->bar != TABLE_NO_BAR && screen__columns() >= 60 ? BAR_WIDTH : 0;
}

/* Where the first column begins: behind the sign of rows that can be unfolded, and the bar. */
static int first_cell(const struct table_screen *s)
{
	return 2 + (bar_width(s) ? BAR_WIDTH + 1 : 0);
}

/* Numbers go first: what they are about stays. */
static bool is_skipped(const struct table_screen *s, size_t column)
{
	const struct table *t = s->view->table;
	size_t before = 0, i;

	for (i = 0; i < column; i++)
		before += t->columns[i].kind == TABLE_NUMBER;
	return t->columns[column].kind == TABLE_NUMBER && before < s->skipped;
}

/* Half a number would be another number. */
static void leave_out_cut_numbers(struct table_screen *s, int room)
{
	const struct table *t = s->view->table;
	int x = 0;
	size_t i;

	s->cut = false;
	for (i = 0; i < t->nr_columns; i++) {
		int w = s->fitted[i];

		if (!w)
			continue;
		if (x + w > room) {
			s->cut = true;
			s->fitted[i] = t->columns[i].kind == TABLE_NUMBER || x >= room ? 0 : room - x;
		}
		x += w + 2;
	}
}

/* Takes from the widest columns of text what does not fit. */
static void choose_widths(struct table_screen *s)
{
	const struct table *t = s->view->table;
	int room = screen__columns() - first_cell(s), used = 0;
	size_t i;

	for (i = 0; i < t->nr_columns; i++) {
		s->fitted[i] = is_skipped(s, i) ? 0 : s->widths[s->current][i];
		used += s->fitted[i] ? s->fitted[i] + 2 : 0;
	}
	while (used - 2 > room) {
		size_t widest = t->nr_columns, next;

		for (i = 0; i < t->nr_columns; i++)
			if (t->columns[i].kind == TABLE_TEXT && s->fitted[i] > LEAST_WIDTH &&
			    (widest == t->nr_columns || s->fitted[i] > s->fitted[widest]))
				widest = i;
		if (widest == t->nr_columns)
			break;
		/* As wide as the next one, or as it has to be. */
		next = LEAST_WIDTH;
		for (i = 0; i < t->nr_columns; i++)
			if (i != widest && t->columns[i].kind == TABLE_TEXT && s->fitted[i] <= s->fitted[widest] &&
			    (size_t)s->fitted[i] > next)
				next = (size_t)s->fitted[i];
		if ((int)next >= s->fitted[widest])
			next = (size_t)s->fitted[widest] - 1;
		if (s->fitted[widest] - (int)next > used - 2 - room)
			next = (size_t)(s->fitted[widest] - (used - 2 - room));
		used -= s->fitted[widest] - (int)next;
		s->fitted[widest] = (int)next;
	}
	leave_out_cut_numbers(s, room);
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void put_fitted(int y, int x, unsigned int style, const char *text, int width, bool right)
{
	struct strbuf fitted = STRBUF_INIT;
	int blanks;

	fit_text__add(text, width, screen__has_utf8(), &fitted);
	blanks = right ? width - fit_text__width(strbuf__str(&fitted), screen__has_utf8()) : 0;
	screen__put(y, x + (blanks > 0 ? blanks : 0), style, strbuf__str(&fitted), width);
	strbuf__exit(&fitted);
}

/* A part of the whole from the left; what has grown to the right of the middle, and what has become less to its left. */
static void draw_bar(const struct table_screen *s, int y, const struct table_row *r, unsigned int chosen)
{
	const struct table *t = s->view->table;
	double share = isnan(r->bar) ? 0 : isinf(r->bar) || t->bar_full == 0 ? r->bar : r->bar / t->bar_full;
	struct strbuf bar = STRBUF_INIT;
	int half = BAR_WIDTH / 2, n;

	if (t->bar == TABLE_SHARE) {
		fit_text__bar(share, BAR_WIDTH, screen__has_utf8(), &bar);
		screen__put(y, 2, STYLE_NORMAL | chosen, strbuf__str(&bar), BAR_WIDTH);
	} else {
		n = share == 0 ? 0 : (int)ceil(fmin(fabs(share), 1) * half);
		while (n-- > 0)
			strbuf__addch(&bar, share > 0 ? '+' : '-');
		n = (int)bar.len;
		screen__put(y, 2 + half, STYLE_FAINT | chosen, "|", 1);
		screen__put(y, share > 0 ? 3 + half : 2 + half - n, (share > 0 ? STYLE_TOP : STYLE_MEDIUM) | chosen, strbuf__str(&bar), n);
	}
	strbuf__exit(&bar);
}

/* Lines of text have no column that could be narrower, and their ends matter less than what is in their middle. */
static bool is_text(const struct table *t)
{
	return t->nr_columns == 1 && !*t->columns[0].title;
}

static void draw_row(const struct table_screen *s, int y, size_t n, unsigned int chosen)
{
	const struct table_view *v = s->view;
	const struct table_row *r = table_view__row(v, n);
	int x = first_cell(s);
	size_t i;

	if (table_view__is_foldable(v, n))
		screen__put(y, 0, STYLE_HEAD | chosen, table_view__is_open(v, n) ? "-" : "+", 1);
	if (bar_width(s))
		draw_bar(s, y, r, chosen);
	for (i = 0; i < v->table->nr_columns; i++) {
		const char *text = r->cells[i].text;
		bool found = table_view__has(v, text, strlen(text));

		if (!s->fitted[i])
			continue;
		if (is_text(v->table))
			screen__put(y, x, (found ? STYLE_FOUND : STYLE_NORMAL) | chosen, text, screen__columns());
		else
			put_fitted(y, x, (found ? STYLE_FOUND : STYLE_NORMAL) | chosen, text, s->fitted[i],
				   v->table->columns[i].kind == TABLE_NUMBER);
		x += s->fitted[i] + 2;
	}
}

static void draw_below(const struct table_screen *s, int y, struct table_pos pos, unsigned int chosen)
{
	struct strbuf line = STRBUF_INIT;
	size_t len;
	const char *text = table_view__below(s->view, pos, &len);
	int x = first_cell(s) + 4;
	bool found = table_view__has(s->view, text, len);

	strbuf__add(&line, text, len);
	put_fitted(y, x, (found ? STYLE_FOUND : STYLE_NORMAL) | chosen, strbuf__str(&line), screen__columns() - x, false);
	strbuf__exit(&line);
}

static void draw_headers(const struct table_screen *s, int y)
{
	const struct table *t = s->view->table;
	int x = first_cell(s);
	size_t i;

	for (i = 0; i < t->nr_columns; i++) {
		if (!s->fitted[i])
			continue;
		put_fitted(y, x, STYLE_HEAD, t->columns[i].title, s->fitted[i], t->columns[i].kind == TABLE_NUMBER);
		x += s->fitted[i] + 2;
	}
	/* There are more columns: Right shows them. */
	if (s->cut)
		screen__put(y, screen__columns() - 1, STYLE_HEAD, ">", 1);
}

static void draw_lines(struct table_screen *s)
{
	struct table_view *v = s->view;
	struct table_pos pos = v->top;
	size_t i;

	for (i = 0; i < v->height && v->nr; i++) {
		bool is_chosen = !s->no_cursor && pos.row == v->cursor.row && pos.line == v->cursor.line;
		unsigned int chosen = is_chosen ? STYLE_CHOSEN : 0;
		int y = s->first_line + (int)i;

		if (chosen)
			screen__blank(y, 0, STYLE_NORMAL | chosen, screen__columns());
		if (pos.line)
			draw_below(s, y, pos, chosen);
		else
			draw_row(s, y, pos.row, chosen);
		if (!table_view__next(v, &pos))
			break;
	}
}

static void draw_status(const struct table_screen *s)
{
	const struct table_view *v = s->view;
	static const char usual[] = "{help}: help  {filter}: filter  {search}: search  {sort}: order  {quit}: leave";
	int y = screen__lines() - 1, right;
	char counts[96], found[64] = "";
	const char *text = *s->message ? s->message : v->nr ? tui_keys__text(tables__keys(s), usual) :
			   s->opts->more ? tui_keys__text(tables__keys(s), "No row is left: {back} takes the last choice back") :
			   v->filter ? tui_keys__text(tables__keys(s), "No row is left: {back} takes the filter back") : "There are no rows";

	if (v->search)
		snprintf(found, sizeof(found), "found in %zu  ", v->nr_found);
	snprintf(counts, sizeof(counts), " %srow %zu/%zu ", found, v->nr ? v->cursor.row + 1 : 0, v->nr);
	screen__blank(y, 0, STYLE_BAR, screen__columns());
	right = screen__columns() - (int)strlen(counts);
	screen__put(y, 0, STYLE_BAR, text, right > 0 ? right : screen__columns());
	if (right > 0)
		screen__put(y, right, STYLE_BAR, counts, screen__columns());
}

void tables__draw_rows(struct table_screen *s, int y)
{
	choose_widths(s);
	if (s->headers && !is_text(s->view->table))
		draw_headers(s, y++);
	s->first_line = y;
	table_view__set_height(s->view, screen__lines() - y - 1 > 0 ? (size_t)(screen__lines() - y - 1) : 1);
	draw_lines(s);
}

void tables__draw(void *screen)
{
	struct table_screen *s = screen;

	screen__clear();
	draw_title(s);
	tables__draw_rows(s, 1 + draw_path(s, 1));
	draw_status(s);
	screen__set_cursor(-1, 0);
}
