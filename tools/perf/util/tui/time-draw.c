// SPDX-License-Identifier: GPL-2.0-only
/* The picture of samples over time: bars from left to right, or columns of seconds beside each other, each from the bottom to the top. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"
#include "util/tui/time-state.h"

#define SECOND	UINT64_C(1000000000)
/* Cells of the scale beside a heat map: "950 ms ". */
#define SCALE	7
/* Columns are as wide as there is room, but no wider than so many cells. */
#define MOST_CELLS	8

static void add_time(struct strbuf *out, uint64_t ns)
{
	strbuf__addf(out, "%" PRIu64 ".%06" PRIu64, ns / SECOND, ns % SECOND / 1000);
}

static void add_length(struct strbuf *out, uint64_t ns)
{
	if (ns >= SECOND)
		strbuf__addf(out, "%.3f s", (double)ns / 1e9);
	else if (ns >= 1000000)
		strbuf__addf(out, "%.3f ms", (double)ns / 1e6);
	else
		strbuf__addf(out, "%.3f us", (double)ns / 1e3);
}

static void draw_title(const struct time_screen *s)
{
	const struct time_line *t = s->t;
	struct strbuf text = STRBUF_INIT;

	strbuf__addf(&text, "%s: %zu samples, ", s->title, time_line__count(t, t->window));
	add_time(&text, t->window.from);
	strbuf__addstr(&text, " to ");
	add_time(&text, t->window.to);
	strbuf__addstr(&text, " s");
	if (t->nr_outer)
		tui_keys__add_text(time_keys, " ({zoom-out}: back)", &text);
	tui_keys__add_text(time_keys, t->heat ? " [{heat-map}: line]" : " [{heat-map}: heat map]", &text);
	screen__blank(0, 0, STYLE_BAR, screen__columns());
	screen__put(0, 0, STYLE_BAR, strbuf__str(&text), screen__columns());
	strbuf__exit(&text);
}

static void draw_status(const struct time_screen *s)
{
	struct time_stretch c = time_line__chosen(s->t);
	struct strbuf text = STRBUF_INIT;
	int y = screen__lines() - 1;

	if (*s->message) {
		strbuf__addstr(&text, s->message);
	} else {
		add_time(&text, c.from);
		strbuf__addstr(&text, " + ");
		add_length(&text, c.to - c.from + 1);
		strbuf__addf(&text, ": %zu samples   ", time_line__count(s->t, c));
		tui_keys__add_text(time_keys, s->t->marked ? "{mark}: no stretch  {enter}: report  {help}: help" :
							     "{mark}: stretch  {enter}: report  {help}: help", &text);
	}
	screen__blank(y, 0, STYLE_BAR, screen__columns());
	screen__put(y, 0, STYLE_BAR, strbuf__str(&text), screen__columns());
	strbuf__exit(&text);
}

static bool lies_in(struct time_stretch part, struct time_stretch s)
{
	return part.from >= s.from && part.to <= s.to;
}

/* --- the line ------------------------------------------------------------------------------------- */

/* Line @y of a bar of @eighths, which has its foot in the line @foot. */
static void draw_bar_cell(int y, int x, int foot, uint64_t eighths, unsigned int style)
{
	static const char *const parts[] = {
		" ", "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84", "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88",
	};
	uint64_t below = 8 * (uint64_t)(foot - y), here = eighths > below ? eighths - below : 0;

	if (here > 8)
		here = 8;
	if (!here)
		return;
	screen__put(y, x, style, screen__has_utf8() ? parts[here] : here > 4 ? "#" : ".", 1);
}

static void draw_bars(const struct time_screen *s)
{
	const struct time_line *t = s->t;
	int columns = screen__columns(), foot = s->lines, x, y;
	size_t *counts = xcalloc((size_t)columns + 1, sizeof(*counts)), most = 1;
	struct time_stretch chosen = time_line__chosen(t);

	for (x = 0; x < columns; x++) {
		struct time_stretch part = time_line__part(t, (size_t)x);

		/* A short window has fewer parts; those behind its end are nothing. */
		if (x && part.from <= time_line__part(t, (size_t)x - 1).from)
			break;
		counts[x] = time_line__count(t, part);
		most = counts[x] > most ? counts[x] : most;
	}
	for (x = 0; x < columns; x++) {
		/* What is there is seen, however little it is. */
		uint64_t eighths = (uint64_t)((double)counts[x] / (double)most * 8 * s->lines), least = counts[x] ? 1 : 0;
		unsigned int style = t->marked && lies_in(time_line__part(t, (size_t)x), chosen) ? STYLE_TOP : STYLE_NORMAL;

		for (y = 1; y <= foot; y++)
			draw_bar_cell(y, x, foot, eighths > least ? eighths : least, style);
	}
	free(counts);
}

/* Below the bars: the cursor, and the stretch. */
static void draw_marks(const struct time_screen *s, int y)
{
	const struct time_line *t = s->t;
	struct time_stretch chosen = time_line__chosen(t);
	uint64_t second;
	int cursor = (int)time_line__cursor(t, &second), x;

	for (x = 0; x < screen__columns(); x++)
		if (t->marked && lies_in(time_line__part(t, (size_t)x), chosen) &&
		    (!x || time_line__part(t, (size_t)x).from > time_line__part(t, (size_t)x - 1).from))
			screen__put(y, x, STYLE_TOP, "-", 1);
	screen__put(y, cursor, STYLE_HEAD, "^", 1);
}

static void draw_axis(const struct time_screen *s, int y)
{
	const struct time_line *t = s->t;
	struct strbuf text = STRBUF_INIT;
	int width;

	add_time(&text, t->window.from);
	width = screen__put(y, 0, STYLE_FAINT, strbuf__str(&text), screen__columns());
	strbuf__reset(&text);
	add_time(&text, t->window.to);
	if (screen__columns() - (int)text.len > width)
		screen__put(y, screen__columns() - (int)text.len, STYLE_FAINT, strbuf__str(&text), screen__columns());
	strbuf__exit(&text);
}

static void draw_line(struct time_screen *s)
{
	s->lines = screen__lines() > 5 ? screen__lines() - 4 : 1;
	time_line__set_parts(s->t, (size_t)screen__columns());
	draw_bars(s);
	draw_marks(s, s->lines + 1);
	draw_axis(s, s->lines + 2);
}

/* --- the heat map --------------------------------------------------------------------------------- */

/* Parts of a column are hundredths of it, or some of these together: as many as have a line. */
static int choose_lines(int room)
{
	static const int divisors[] = { 100, 50, 40, 25, 20, 10, 8, 5, 4, 2, 1 };
	size_t i;

	for (i = 0; divisors[i] > room && divisors[i] > 1; i++)
		;
	return divisors[i];
}

static void choose_layout(struct time_screen *s)
{
	uint64_t column, columns;

	s->lines = choose_lines(screen__lines() - 3);
	time_line__set_parts(s->t, (size_t)s->lines);
	s->x = screen__columns() > 4 * SCALE ? SCALE : 0;
	columns = (uint64_t)(screen__columns() - s->x > 0 ? screen__columns() - s->x : 1);
	s->cell = MOST_CELLS;
	while (s->cell > 1 && time_line__columns(s->t) > columns / (uint64_t)s->cell)
		s->cell--;
	columns /= (uint64_t)s->cell;
	/* After a zoom there may be fewer than there were. */
	if (time_line__columns(s->t) <= columns)
		s->first = 0;
	time_line__cursor(s->t, &column);
	if (column < s->first)
		s->first = column;
	if (column - s->first >= columns)
		s->first = column - columns + 1;
}

/* The number of columns that are seen. */
static uint64_t shown_columns(const struct time_screen *s)
{
	uint64_t room = (uint64_t)((screen__columns() - s->x) / s->cell), left = time_line__columns(s->t) - s->first;

	return room < left ? room : left;
}

/* Within a column, in the largest unit that it has at least ten of. */
static void print_scale(char *text, size_t size, uint64_t column, uint64_t ns)
{
	static const struct { uint64_t unit; const char *name; } units[] = { { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" } };
	size_t i = 0;

	while (i < 2 && column / units[i].unit < 10)
		i++;
	if (column / units[i].unit == 10)
		snprintf(text, size, "%3.1f %s", (double)ns / (double)units[i].unit, units[i].name);
	else
		snprintf(text, size, "%3" PRIu64 " %s", ns / units[i].unit, units[i].name);
}

static void draw_scale(const struct time_screen *s)
{
	char text[32];
	int n;

	for (n = 0; n < s->lines && s->x; n++) {
		print_scale(text, sizeof(text), s->t->column, s->t->column / (uint64_t)s->lines * (uint64_t)n);
		screen__put(s->lines - n, 0, STYLE_FAINT, text, SCALE);
	}
}

/* "12", or "12.3" if columns are tenths of seconds. */
static void print_time(char *text, size_t size, uint64_t column, uint64_t length)
{
	uint64_t each = SECOND / length, digits = 0, n;

	for (n = each; n > 1; n /= 10)
		digits++;
	if (digits)
		snprintf(text, size, "%" PRIu64 ".%0*" PRIu64, column / each, (int)digits, column % each);
	else
		snprintf(text, size, "%" PRIu64, column);
}

/* When columns begin, below them. */
static void draw_times(const struct time_screen *s, int y)
{
	uint64_t first = s->t->window.from / s->t->column + s->first, n;
	int free_from = 0, x;
	char text[48];

	for (n = 0; n < shown_columns(s); n++) {
		x = s->x + (int)n * s->cell;
		if (x < free_from || (s->cell < 4 && n && (first + n) % 5))
			continue;
		print_time(text, sizeof(text), first + n, s->t->column);
		free_from = x + screen__put(y, x, STYLE_FAINT, text, screen__columns()) + 1;
	}
}

static void draw_cells(const struct time_screen *s)
{
	struct time_stretch chosen = time_line__chosen(s->t), part;
	uint64_t columns = shown_columns(s), cursor_column, n;
	size_t cursor = time_line__cursor(s->t, &cursor_column), count, most = 1;
	int i, k;

	for (n = 0; n < columns; n++)
		for (i = 0; i < s->lines; i++) {
			count = time_line__count(s->t, time_line__part_of_column(s->t, s->first + n, (size_t)i));
			most = count > most ? count : most;
		}
	for (n = 0; n < columns; n++)
		for (i = 0; i < s->lines; i++) {
			bool is_cursor = s->first + n == cursor_column && (size_t)i == cursor;

			part = time_line__part_of_column(s->t, s->first + n, (size_t)i);
			count = time_line__count(s->t, part);
			for (k = 0; k < s->cell; k++)
				screen__put_heat(s->lines - i, s->x + (int)n * s->cell + k,
						 (unsigned int)((count * SCREEN_HEAT_LEVELS + most - 1) / most), is_cursor ? HEAT_CURSOR :
						 s->t->marked && lies_in(part, chosen) ? HEAT_STRETCH : HEAT_PLAIN);
		}
}

void time_screen__draw(void *screen)
{
	struct time_screen *s = screen;

	screen__clear();
	if (s->t->heat) {
		choose_layout(s);
		draw_scale(s);
		draw_cells(s);
		draw_times(s, s->lines + 1);
	} else {
		draw_line(s);
	}
	draw_title(s);
	draw_status(s);
	screen__set_cursor(-1, 0);
}
