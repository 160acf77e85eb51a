// SPDX-License-Identifier: GPL-2.0-only
/* The picture: a title, the way into what is shown, the samples, the stack of the chosen one below or beside them, a line about it. */
#include <string.h>

#include "util/tui/fit-text.h"
#include "util/tui/frame-reason.h"
#include "util/tui/keys.h"
#include "util/tui/samples-state.h"
#include "util/tui/screen.h"

/* From so many cells on the stack is beside the samples. */
#define WIDE	140
/* With fewer there is only room for what says more than the event's name and blanks. */
#define NARROW	60

void samples__untabbed(const char *text, const char *blanks, struct strbuf *out)
{
	size_t n;

	for (; *text; text += n) {
		n = strcspn(text, "\t");
		strbuf__add(out, text, n);
		if (text[n]) {
			strbuf__addstr(out, blanks);
			n++;
		}
	}
}

static struct samples_layout layout_of(int first)
{
	int lines = screen__lines() - first - 1, columns = screen__columns();
	struct samples_layout at = { .list_y = first, .list_lines = lines > 0 ? lines : 1, .list_width = columns };

	if (columns >= WIDE) {
		at.list_width = columns / 2;
		at.pane_x = at.list_width + 1;
		at.pane_y = first;
		at.pane_lines = at.list_lines;
		at.pane_width = columns - at.pane_x;
	} else if (lines >= 6) {
		at.list_lines = lines / 2;
		at.pane_y = first + at.list_lines + 1;
		at.pane_lines = lines - at.list_lines - 1;
		at.pane_width = columns;
	}
	return at;
}

static void draw_title(const struct samples *s)
{
	struct strbuf text = STRBUF_INIT;

	strbuf__addf(&text, "%zu samples", s->list->nr);
	if (s->list->nr_zooms)
		strbuf__addf(&text, " of %zu", s->list->nr_all);
	if (s->opts->of)
		strbuf__addf(&text, " of %s", s->opts->of);
	strbuf__addf(&text, ": %s", s->opts->input);
	screen__blank(0, 0, STYLE_BAR, screen__columns());
	screen__put(0, 0, STYLE_BAR, strbuf__str(&text), screen__columns());
	strbuf__exit(&text);
}

/* Returns whether there is such a line. */
static bool draw_path(const struct samples *s)
{
	struct strbuf text = STRBUF_INIT;
	bool any;

	sample_list__path(s->list, &text);
	if (s->wanted)
		strbuf__addf(&text, "%s/ %s", text.len ? "   " : "", s->wanted);
	any = text.len;
	if (any)
		screen__put(1, 0, STYLE_HEAD, strbuf__str(&text), screen__columns());
	strbuf__exit(&text);
	return any;
}

/* --- samples -------------------------------------------------------------------------------------- */

struct pen {
	int y, x, end;
	unsigned int chosen;
};

/* Writes at most @width cells; the next text comes behind all of them. */
static void put(struct pen *p, unsigned int style, const char *text, int width)
{
	struct strbuf fitted = STRBUF_INIT;

	if (width > p->end - p->x)
		width = p->end - p->x;
	if (width <= 0)
		return;
	fit_text__add(text, width, screen__has_utf8(), &fitted);
	screen__put(p->y, p->x, style | p->chosen, strbuf__str(&fitted), width);
	p->x += width;
	strbuf__exit(&fitted);
}

static void draw_sample(struct samples *s, size_t n, struct pen *p)
{
	const struct sample_line *line = &s->line;
	bool narrow = p->end - p->x < NARROW;
	const char *head;

	screen__blank(p->y, p->x, STYLE_NORMAL | p->chosen, p->end - p->x);
	if (!sample_reader__line(s->reader, s->list, n, &s->line)) {
		put(p, STYLE_FAINT, "(cannot be read any more)", p->end);
		return;
	}
	head = strbuf__str(&line->head);
	head += narrow ? strspn(head, " ") : 0;
	put(p, STYLE_NORMAL, head, fit_text__width(head, screen__has_utf8()));
	if (!narrow && s->event_width) {
		put(p, STYLE_FAINT, line->event, s->event_width);
		p->x++;
	}
	if (line->stack == SAMPLE_STACK_INCOMPLETE)
		put(p, STYLE_MARK, "!", 1);
	else
		put(p, STYLE_INFERRED, line->inferred ? "~" : " ", 1);
	put(p, STYLE_NORMAL, strbuf__str(&line->function) + (*strbuf__str(&line->function) == ' '), p->end);
}

static void draw_samples(struct samples *s)
{
	struct sample_list *l = s->list;
	size_t i;

	for (i = 0; i < l->height && l->top + i < l->nr; i++) {
		bool chosen = l->top + i == l->cursor;
		struct pen p = { s->at.list_y + (int)i, 0, s->at.list_width, chosen ? STYLE_CHOSEN : 0 };

		draw_sample(s, l->top + i, &p);
	}
}

/* --- the stack ------------------------------------------------------------------------------------ */

static unsigned int style_of(const struct samples *s, size_t number, const char *line)
{
	if (number < s->text.nr_marks)
		return STYLE_MARK;
	if (s->wanted && strcasestr(line, s->wanted))
		return STYLE_FOUND;
	if (number == s->text.nr_marks)
		return STYLE_HEAD;
	return strstr(line, " (by its call)") ? STYLE_INFERRED : STYLE_NORMAL;
}

static void draw_stack(struct samples *s)
{
	const struct samples_layout *at = &s->at;
	struct strbuf line = STRBUF_INIT, shown = STRBUF_INIT;
	const char *p = strbuf__str(&s->text.text);
	size_t number, len;

	for (number = 0; *p && (int)number < at->pane_lines; number++, p += p[len] ? len + 1 : len) {
		struct pen pen = { at->pane_y + (int)number, at->pane_x, at->pane_x + at->pane_width, 0 };

		len = strcspn(p, "\n");
		strbuf__reset(&line);
		strbuf__reset(&shown);
		strbuf__add(&line, p, len);
		samples__untabbed(strbuf__str(&line), "  ", &shown);
		/* The blank line behind a stack is no line that is missing. */
		if ((int)number == at->pane_lines - 1 && strlen(p) > len + 2)
			put(&pen, STYLE_FAINT, tui_keys__text(sample_keys, "  ... ({whole} shows all of it)"), at->pane_width);
		else
			put(&pen, style_of(s, number, strbuf__str(&line)), strbuf__str(&shown), at->pane_width);
	}
	strbuf__exit(&line);
	strbuf__exit(&shown);
}

/* Why the stack lacks something; NULL: it does not. */
static const char *reason_of(const struct samples *s)
{
	const char *text = strbuf__str(&s->text.text);

	return s->text.nr_marks && strlen(text) > 2 ? frame_reason__of_mark(text + 2) : NULL;
}

void samples__draw_status(struct samples *s, const char *text)
{
	int y = screen__lines() - 1, right;
	char counts[64];

	snprintf(counts, sizeof(counts), " sample %zu/%zu ", s->list->cursor + 1, s->list->nr);
	screen__blank(y, 0, STYLE_BAR, screen__columns());
	right = screen__columns() - (int)strlen(counts);
	screen__put(y, 0, STYLE_BAR, text, right > 0 ? right : screen__columns());
	if (right > 0)
		screen__put(y, right, STYLE_BAR, counts, screen__columns());
}

void samples__draw(void *samples)
{
	struct samples *s = samples;
	const char *reason;

	screen__clear();
	draw_title(s);
	s->at = layout_of(1 + draw_path(s));
	sample_list__set_height(s->list, (size_t)s->at.list_lines);
	draw_samples(s);
	(void)sample_reader__text(s->reader, s->list, s->list->cursor, &s->text);
	if (s->at.pane_lines && !s->at.pane_x)
		screen__blank(s->at.pane_y - 1, 0, STYLE_BAR, screen__columns());
	draw_stack(s);
	reason = reason_of(s);
	samples__draw_status(s, *s->message ? s->message : reason ? reason :
			     tui_keys__text(sample_keys, "{help}: help  {zoom-thread}: thread  {go-to-time}: time  {next-incomplete}: missing  {search}: search  {quit}: leave"));
	screen__set_cursor(-1, 0);
}
