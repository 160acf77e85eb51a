// SPDX-License-Identifier: GPL-2.0-only
/* The picture: a title, the function and the way to it, its rows, a line about the chosen one. */
#include <inttypes.h>
#include <string.h>

#include "util/annotate/metric-cells.h"
#include "util/annotate/skid.h"
#include "util/event/evlist.h"
#include "util/tui/code-state.h"
#include "util/tui/fit-text.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"

/* Cells of an event's number, with the blank behind it, and of the line that shows where a jump leads. */
#define NUMBER		8
#define PERIOD		12
#define GUTTER		2

static int number_width(const struct code *c)
{
	return c->walk->text->column == ANNOTATE_PERIOD ? PERIOD : NUMBER;
}

static void put_bar(int y, const char *left, const char *right)
{
	int columns = screen__columns(), at = columns - (int)strlen(right);

	screen__blank(y, 0, STYLE_BAR, columns);
	screen__put(y, 0, STYLE_BAR, left, *right && at > 1 ? at - 1 : columns);
	if (*right && at > 1)
		screen__put(y, at, STYLE_BAR, right, columns - at);
}

static void draw_title(const struct code *c)
{
	const struct annotate_members *m = code_walk__members(c->walk);
	struct strbuf text = STRBUF_INIT, fitted = STRBUF_INIT, skid = STRBUF_INIT, way = STRBUF_INIT;

	annotate_compact__title(c->walk->text, m, &text);
	/* Its end says what percentages are of. */
	fit_text__add(strbuf__str(&text), screen__columns(), screen__has_utf8(), &fitted);
	strbuf__addf(&skid, " %s ", skid__text(&c->walk->text->evlist->evsels[m->events[0]]->attr));
	put_bar(0, strbuf__str(&fitted), (int)(text.len + skid.len) < screen__columns() ? strbuf__str(&skid) : "");
	strbuf__reset(&text);
	code_walk__path(c->walk, &way);
	strbuf__addstr(&way, "()");
	/* Its end is the function that is shown. */
	fit_text__add(strbuf__str(&way), screen__columns(), screen__has_utf8(), &text);
	strbuf__addf(&text, " %s", c->walk->func->dso->long_name);
	metric_cells__function(c->walk->text, &c->walk->view.shares, &text);
	annotate_compact__ipc(&c->walk->view.cycles, &text);
	if (c->wanted)
		strbuf__addf(&text, "   / %s", c->wanted);
	screen__put(1, 0, STYLE_HEAD, strbuf__str(&text), screen__columns());
	strbuf__exit(&text);
	strbuf__exit(&fitted);
	strbuf__exit(&skid);
	strbuf__exit(&way);
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void draw_numbers(struct code *c, int y, unsigned int chosen, const struct code_line *line)
{
	const struct code_view *v = &c->walk->view;
	int width = number_width(c), x = 0;
	char text[32];
	size_t i;

	annotate_shares__range(&v->shares, line->addr, line->end, c->stats);
	for (i = 0; i < v->shares.members.nr; i++, x += width) {
		double percent = annotate_text__percent(v->text, &v->shares, c->stats, i);
		unsigned int style = percent >= 5 ? STYLE_TOP : percent > 0.5 ? STYLE_MEDIUM : STYLE_NORMAL;

		if (!c->stats[i].nr)
			continue;
		if (v->text->column == ANNOTATE_PERCENT)
			snprintf(text, sizeof(text), "%*.2f", width - 1, percent);
		else
			snprintf(text, sizeof(text), "%*" PRIu64, width - 1,
				 v->text->column == ANNOTATE_NR ? c->stats[i].nr : c->stats[i].period);
		screen__put(y, x, style | chosen, text, width);
	}
}

/* Returns how wide they are, of which draw_numbers() has found the counts. */
static int draw_metrics(const struct code *c, int y, int x, unsigned int chosen, const struct code_row *r)
{
	const struct code_view *v = &c->walk->view;
	int width = metric_cells__width(v->text);
	struct strbuf text = STRBUF_INIT;

	if (width && r->kind == CODE_ROW_INSN) {
		metric_cells__row(v->text, &v->shares, c->stats, &text);
		screen__put(y, x, STYLE_NORMAL | chosen, strbuf__str(&text), width);
	}
	strbuf__exit(&text);
	return width ? width + 1 : 0;
}

/* Returns how wide that is. */
static int draw_cycles(const struct code *c, int y, int x, unsigned int chosen, const struct code_row *r)
{
	const struct code_cycles *cycles = &c->walk->view.cycles;
	int width = ANNOTATE_CYCLES_WIDTH + (c->walk->text->extreme_cycles ? ANNOTATE_EXTREMES_WIDTH : 0);
	struct strbuf text = STRBUF_INIT;

	if (!cycles->lines)
		return 0;
	if (r->kind == CODE_ROW_INSN) {
		annotate_compact__cycles(&cycles->lines[r->line], &text);
		if (c->walk->text->extreme_cycles)
			annotate_compact__extremes(&cycles->lines[r->line], &text);
		screen__put(y, x, STYLE_NORMAL | chosen, strbuf__str(&text), width);
	}
	strbuf__exit(&text);
	return width;
}

/* The line from the jump at the cursor to where it leads, as far as it is in the window. */
static const char *gutter_of(const struct code_view *v, size_t row, bool utf8)
{
	static const char *const texts[][2] = { { ",-", "┌─" }, { "`-", "└─" }, { "| ", "│ " }, { "`>", "└→" }, { ",>", "┌→" } };
	const struct code_line *line = code_view__line(v);
	const struct code_row *r = &v->rows.rows[row];
	uint32_t from, to;

	if (v->text->no_jump_lines || !line || !line->target_line || line->flow == DISASM_CALL ||
	    v->rows.rows[v->cursor].kind != CODE_ROW_INSN)
		return "";
	from = v->rows.rows[v->cursor].line;
	to = line->target_line - 1;
	if (r->kind == CODE_ROW_INSN && r->line == from)
		return from == to ? "" : texts[from < to ? 0 : 1][utf8];
	if (r->kind == CODE_ROW_INSN && r->line == to)
		return texts[from < to ? 3 : 4][utf8];
	/* The rows in front of an instruction have its number. */
	if (from < to ? row > v->cursor && r->line <= to : row < v->cursor && r->line > to)
		return texts[2][utf8];
	return "";
}

static unsigned int style_of(const struct code *c, size_t row)
{
	const struct code_row *r = &c->walk->view.rows.rows[row];

	if (c->wanted && code_view__has(&c->walk->view, row, c->wanted))
		return STYLE_FOUND;
	if (r->kind == CODE_ROW_INSN)
		return STYLE_NORMAL;
	return r->kind == CODE_ROW_SOURCE ? STYLE_SOURCE : r->kind == CODE_ROW_FUNCTION ? STYLE_HEAD : STYLE_FAINT;
}

static void draw_row(struct code *c, int y, size_t row)
{
	const struct code_view *v = &c->walk->view;
	const struct code_row *r = &v->rows.rows[row];
	unsigned int chosen = row == v->cursor ? STYLE_CHOSEN : 0;
	int x = number_width(c) * (int)v->shares.members.nr;
	struct strbuf text = STRBUF_INIT;

	screen__blank(y, 0, STYLE_NORMAL | chosen, screen__columns());
	if (r->kind == CODE_ROW_INSN)
		draw_numbers(c, y, chosen, &v->lines->lines[r->line]);
	x += draw_metrics(c, y, x, chosen, r);
	x += draw_cycles(c, y, x, chosen, r);
	screen__put(y, x, STYLE_MARK | chosen, gutter_of(v, row, screen__has_utf8()), GUTTER);
	x += GUTTER;
	code_view__text(v, row, screen__has_utf8(), &text);
	screen__put(y, x, style_of(c, row) | chosen, strbuf__str(&text), screen__columns() - x);
	strbuf__exit(&text);
}

/* --- the line at the bottom ------------------------------------------------------------------------ */

static const char *hint(const struct code *c)
{
	if (c->walk->view.lines->lack)
		return c->walk->view.lines->lack;
	return tui_keys__text(code_keys, c->inside ? "{help}: help  {enter}: follow  {next-hot}: hotter  {source}: source  {back}: back" :
						     "{help}: help  {enter}: follow  {next-hot}: hotter  {source}: source  {quit}: leave");
}

static void draw_status(const struct code *c)
{
	const struct code_view *v = &c->walk->view;
	size_t rank = code_view__rank_of_cursor(v);
	char counts[96];
	int n = 0;

	*counts = 0;
	if (rank)
		n = snprintf(counts, sizeof(counts), " hot %zu of %zu ", rank, v->nr_hot);
	snprintf(counts + n, sizeof(counts) - (size_t)n, " row %zu/%zu ", v->rows.nr ? v->cursor + 1 : 0, v->rows.nr);
	put_bar(screen__lines() - 1, *c->message ? c->message : hint(c), counts);
}

void code__draw(void *code)
{
	struct code *c = code;
	struct code_view *v = &c->walk->view;
	size_t i;

	screen__clear();
	draw_title(c);
	c->first_line = 2;
	code_view__set_height(v, screen__lines() > 3 ? (size_t)screen__lines() - 3 : 1);
	for (i = 0; i < v->height && v->top + i < v->rows.nr; i++)
		draw_row(c, c->first_line + (int)i, v->top + i);
	draw_status(c);
	screen__set_cursor(-1, 0);
}
