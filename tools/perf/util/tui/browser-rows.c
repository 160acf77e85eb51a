// SPDX-License-Identifier: GPL-2.0-only
/* The lines of rows and of frames, and how wide columns are. */
#include <string.h>

#include "util/base/percent.h"
#include "util/tui/browser-state.h"
#include "util/tui/fit-text.h"
#include "util/tui/frame-reason.h"
#include "util/tui/screen.h"

static void add(struct browser_pen *p, unsigned int style, const char *text)
{
	int x = p->x - p->shift, width;
	uint32_t c;

	p->x += fit_text__width(text, screen__has_utf8());
	while (*text && x < 0) {
		text += fit_text__char(text, screen__has_utf8(), &c, &width);
		x += width;
	}
	screen__put(p->y, x, style | p->chosen, text, screen__columns());
}

/* With blanks, or with something cut out of its middle. */
void pen__add_fitted(struct browser_pen *p, unsigned int style, const char *text, int width)
{
	struct strbuf fitted = STRBUF_INIT;
	int x = p->x;

	fit_text__add(text, width, screen__has_utf8(), &fitted);
	add(p, style, strbuf__str(&fitted));
	p->x = x + width;
	strbuf__exit(&fitted);
}

int browser__bar_width(void)
{
	return screen__columns() < 60 ? 0 : screen__columns() < 120 ? 5 : 12;
}

void browser__fit(struct browser *b)
{
	struct columns *c = b->opts->hists->columns;
	const struct view *v = b->view;
	size_t i;

	int before = browser__begin_files(b);

	columns__reset_widths(c);
	for (i = 0; i < v->nr_all; i++)
		columns__fit(c, v->h, hist__row(v->h, v->order[i]));
	browser__end_files(b, before);
}

static bool is_on_screen(const struct browser *b, size_t i, size_t nr_before)
{
	const struct columns *c = b->opts->hists->columns;

	return column_use__is_shown(&c->shown[i], b->view->h) && nr_before >= b->skipped && i < BROWSER_MAX_COLUMNS;
}

/* What a row needs; *@ret_keys: how many columns can be made narrower. */
static int wanted_widths(struct browser *b, int *ret_keys, size_t *ret_last)
{
	const struct columns *c = b->opts->hists->columns;
	size_t i, nr = 0;
	int sum = 0;

	*ret_keys = 0;
	*ret_last = 0;
	for (i = 0; i < c->nr_shown && i < BROWSER_MAX_COLUMNS; i++) {
		b->widths[i] = 0;
		if (is_on_screen(b, i, nr)) {
			b->widths[i] = (int)column_use__width(&c->shown[i], b->view->h);
			*ret_keys += column__is_key(c->shown[i].col);
			*ret_last = i;
			sum += b->widths[i] + 2;
		}
		nr += column_use__is_shown(&c->shown[i], b->view->h);
	}
	return sum;
}

/* Columns of names become narrower where all together do not fit; the last one has what is left. */
void browser__choose_widths(struct browser *b)
{
	const struct columns *c = b->opts->hists->columns;
	int keys, room = screen__columns() - 2 - browser__bar_width(), sum, each, i, excess;
	size_t last;

	sum = wanted_widths(b, &keys, &last);
	excess = b->whole_names && sum > room ? 0 : sum - room;
	for (each = 60; each >= 4 && excess > 0 && keys; each--) {
		for (i = 0; i < (int)c->nr_shown && i < BROWSER_MAX_COLUMNS && excess > 0; i++) {
			/* The last one is mostly the function's name, which says more. */
			int least = i == (int)last ? each * 2 : each, title = (int)strlen(c->shown[i].header);

			/* On a narrow screen titles are cut, too. */
			if (least < title && each >= 12)
				least = title;

			if (!column__is_key(c->shown[i].col) || b->widths[i] <= least)
				continue;
			excess -= b->widths[i] - least;
			b->widths[i] = least;
		}
	}
	if (b->widths[last] && excess < 0)
		b->widths[last] -= excess;
}

/* --- a row ---------------------------------------------------------------------------------------- */

static unsigned int percent_style(double percent)
{
	return percent >= 5 ? STYLE_TOP : percent > 0.5 ? STYLE_MEDIUM : STYLE_NORMAL;
}

/* @event: of a group, which one's. */
static double percent_of(const struct hist *h, const struct column *col, const struct hist_entry *e, unsigned int event)
{
	const struct hist_stat *s = col->acc && e->common->acc ? e->common->acc : e->common->self;
	uint64_t total = col->latency ? hist__total_latency(h, event) : hist__total(h, event);

	return percent__of(col->value(&s[event]), total);
}

void browser__cell(const struct browser *b, const struct column_use *u, const struct hist_entry *e, struct strbuf *out)
{
	if (u->col->value || u->col->mem_stat || u->col->metric)
		report_stdio__numbers(&b->stdio, b->view->h, e, u, out);
	else
		column__print(u->col, b->view->h, e, 0, out);
}

static void draw_cell(const struct browser *b, struct browser_pen *p, size_t i, const struct view_line *l, bool found)
{
	const struct column_use *u = &b->opts->hists->columns->shown[i];
	const struct place *place = hist_entry__place(l->entry);
	int width = b->widths[i], full = (int)column_use__width(u, b->view->h);
	unsigned int style = STYLE_NORMAL;
	struct strbuf text = STRBUF_INIT;

	if (column__is_key(u->col) && full <= width)
		column__print(u->col, b->view->h, l->entry, (unsigned int)full, &text);
	else
		browser__cell(b, u, l->entry, &text);
	if (u->col->percent && u->col->value)
		style = percent_style(percent_of(b->view->h, u->col, l->entry, 0));
	else if (column__is_key(u->col) && found)
		style = STYLE_FOUND;
	else if (!strcmp(u->col->name, "sym"))
		style = frame_reason__style(place);
	add(p, STYLE_NORMAL, "  ");
	pen__add_fitted(p, style, strbuf__str(&text), width);
	strbuf__exit(&text);
}

/* What the bar shows: the share by which rows are ordered, if it is one. */
static double share_of(const struct view *v, const struct hist_entry *e)
{
	const struct column *col = v->sorted_by;

	if (col && col->percent && col->value && !(v->h->is_part && col->detail))
		return percent_of(v->h, col, e, 0) / 100;
	col = v->h->hists->columns->nr_order ? v->h->hists->columns->order[0] : NULL;
	if (v->sorted_event < v->h->nr_members && v->sorted_event && col && col->percent && col->value)
		return percent_of(v->h, col, e, v->sorted_event) / 100;
	return hist_entry__percent(v->h, e) / 100;
}

void browser__draw_row(const struct browser *b, struct browser_pen *p, struct view_pos pos, const struct view_line *l)
{
	const struct columns *c = b->opts->hists->columns;
	double share = share_of(b->view, l->entry);
	struct strbuf bar = STRBUF_INIT;
	size_t i;

	add(p, STYLE_NORMAL, !l->foldable ? "  " : l->open ? "- " : "+ ");
	if (browser__bar_width()) {
		fit_text__bar(share, browser__bar_width(), screen__has_utf8(), &bar);
		pen__add_fitted(p, percent_style(share * 100), strbuf__str(&bar), browser__bar_width());
	}
	for (i = 0; i < c->nr_shown && i < BROWSER_MAX_COLUMNS; i++)
		if (b->widths[i])
			draw_cell(b, p, i, l, view_search__has_row(&b->view->search, pos.row));
	strbuf__exit(&bar);
}

void browser__frame_text(const struct view_line *l, struct strbuf *out)
{
	uint64_t hit = call_node__total(l->node->end);
	char percent[32];

	if (!l->frame && !l->node->trunk) {
		percent__print(percent, sizeof(percent), 0, percent__of(hit, l->node->of));
		strbuf__addf(out, "%s%s ", l->foldable ? l->open ? "- " : "+ " : "  ", percent);
	} else {
		strbuf__addf(out, "%s", !l->foldable || l->node->trunk ? "  " : l->open ? "- " : "+ ");
	}
	if (l->frame && !l->node->trunk)
		strbuf__addstr(out, "  ");
}

void browser__draw_frame(const struct browser *b, struct browser_pen *p, const struct view_line *l)
{
	struct strbuf text = STRBUF_INIT;
	unsigned int style = frame_reason__style(l->place);
	int most = screen__columns() / 2;
	uint64_t hit = call_node__total(l->node->end);

	/* What lies deep is still to be seen. */
	p->x = 4 + 2 * (l->node->depth < 1000 ? (int)l->node->depth : 1000);
	if (p->x > most && !p->whole)
		p->x = most;
	browser__frame_text(l, &text);
	add(p, l->node->of && !l->node->trunk ? percent_style(100.0 * (double)hit / (double)l->node->of) : STYLE_NORMAL,
	    strbuf__str(&text));
	strbuf__reset(&text);
	browser__add_place(b, l->place, &text);
	if (view_search__has_place(&b->view->search, l->place))
		style = STYLE_FOUND;
	if (p->whole)
		add(p, style, strbuf__str(&text));
	else if (screen__columns() > p->x)
		pen__add_fitted(p, style, strbuf__str(&text), screen__columns() - p->x);
	strbuf__exit(&text);
}
