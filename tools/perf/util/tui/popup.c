// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/popup.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/fit-text.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"

struct popup {
	const char *title;
	char **lines;
	int *of;			/* which line of the text each of them is of, as that may have been broken */
	int nr, nr_of, width;		/* lines; those of the text; the longest one */
	int first, chosen;		/* the line on top; that of the text, -1: nothing is to be chosen */
	bool table;			/* lines stay whole: */
	int left;			/* so many cells are out of sight */
};

/* Bytes of @s that fit into @width cells; broken at a blank if there is one. */
static size_t break_at(const char *s, size_t len, int width)
{
	size_t used = 0, blank = 0, n;
	uint32_t c;
	int w;

	while (used < len) {
		n = fit_text__char(s + used, screen__has_utf8(), &c, &w);
		if (w > width)
			return blank ? blank : used ? used : n;
		used += n;
		width -= w;
		if (c == ' ' && used < len)
			blank = used;
	}
	return len;
}

/* Where the second column of a line begins; what is left of it goes on below. */
static int second_column(const char *s, size_t len, int width)
{
	size_t i;

	for (i = 1; i + 2 < len && (s[i] != ' ' || s[i + 1] != ' '); i++)
		;
	for (; i < len && s[i] == ' '; i++)
		;
	return i + 2 < len && (int)i < width / 2 ? (int)i : 0;
}

static void split(struct popup *p, const char *text, int width)
{
	size_t nr = 0, cap = 0, cap_of = 0, len, n;

	if (width < 10)
		width = 10;
	for (p->nr_of = 0; *text; text += text[len] ? len + 1 : len, p->nr_of++) {
		int hang;

		len = strcspn(text, "\n");
		hang = second_column(text, len, width);
		for (const char *s = text;; s += n) {
			int indent = s == text ? 0 : hang;

			n = p->table ? len : break_at(s, len - (size_t)(s - text), width - indent);
			GROW(p->lines, nr, cap);
			GROW(p->of, nr, cap_of);
			p->of[nr] = p->nr_of;
			p->lines[nr] = xasprintf("%*s%.*s", indent, "", (int)n, s);
			if (fit_text__width(p->lines[nr], screen__has_utf8()) > p->width)
				p->width = fit_text__width(p->lines[nr], screen__has_utf8());
			nr++;
			if (s + n >= text + len)
				break;
		}
	}
	p->nr = (int)nr;
}

static void free_lines(struct popup *p)
{
	int i;

	for (i = 0; i < p->nr; i++)
		free(p->lines[i]);
	zfree(&p->lines);
	zfree(&p->of);
	p->nr = p->width = 0;
}

static int height_of(const struct popup *p)
{
	int most = screen__lines() - 4;

	return most < 1 ? 1 : p->nr < most ? p->nr : most;
}

/* Brings all lines of what is chosen into sight, or the first ones. */
static void show_chosen(struct popup *p)
{
	int h = height_of(p), begin = 0, end;

	if (p->chosen >= p->nr_of)
		p->chosen = p->nr_of - 1;
	while (begin < p->nr && p->of[begin] < p->chosen)
		begin++;
	for (end = begin; end < p->nr && p->of[end] == p->chosen;)
		end++;
	if (end > p->first + h)
		p->first = end - h;
	if (begin < p->first)
		p->first = begin;
}

static void clamp(struct popup *p)
{
	int h = height_of(p);

	if (p->chosen >= 0)
		show_chosen(p);
	if (p->first > p->nr - h)
		p->first = p->nr - h;
	if (p->first < 0)
		p->first = 0;
	if (p->left > p->width - (screen__columns() - 4))
		p->left = p->width - (screen__columns() - 4);
	if (p->left < 0)
		p->left = 0;
}

/* What is left of @s without the cells that are out of sight. */
static const char *in_sight(const struct popup *p, const char *s)
{
	int skip = p->left, width;
	uint32_t c;
	size_t n;

	while (*s && skip > 0) {
		n = fit_text__char(s, screen__has_utf8(), &c, &width);
		s += n;
		skip -= width;
	}
	return s;
}

static const char *keys_of(const struct popup *p, bool all)
{
	const char *text = all ? "{back}: close" : "{up}, {down}, {page-up}, {page-down}   {back}: close";

	if (p->chosen >= 0)
		text = "{enter}: do it   {back}: close";
	else if (p->table && p->width > screen__columns() - 4)
		text = all ? "{left}, {right}   {back}: close" : "{up}, {down}, {page-up}, {page-down}, {left}, {right}   {back}: close";
	return tui_keys__text(popup_keys, text);
}

static void draw(const struct popup *p)
{
	int h = height_of(p), least = fit_text__width(p->title, screen__has_utf8());
	int w = (p->width > least ? p->width : least) + 4;
	int y = (screen__lines() - h - 2) / 2, x, i;

	if (w > screen__columns())
		w = screen__columns();
	x = (screen__columns() - w) / 2;
	screen__blank(y, x, STYLE_BAR, w);
	screen__put(y, x + 2, STYLE_BAR, p->title, w - 4);
	for (i = 0; i < h; i++) {
		unsigned int style = STYLE_NORMAL |
				     (p->chosen >= 0 && p->first + i < p->nr && p->of[p->first + i] == p->chosen ? STYLE_CHOSEN : 0);

		screen__blank(y + 1 + i, x, style, w);
		if (p->first + i < p->nr)
			screen__put(y + 1 + i, x + 2, style, in_sight(p, p->lines[p->first + i]), w - 4);
	}
	screen__blank(y + 1 + h, x, STYLE_BAR, w);
	screen__put(y + 1 + h, x + 2, STYLE_BAR, keys_of(p, p->nr <= h), w - 4);
	screen__show();
}

static void move(struct popup *p, int lines)
{
	if (p->chosen < 0) {
		p->first += lines;
		return;
	}
	p->chosen += lines;
	if (p->chosen < 0)
		p->chosen = 0;
}

/* Returns false if @key closes it. */
static bool on_key(struct popup *p, int key)
{
	switch (tui_key__command_in(popup_keys, key)) {
	case TUI_UP: case TUI_WHEEL_UP:
		move(p, -1);
		return true;
	case TUI_DOWN: case TUI_WHEEL_DOWN:
		move(p, 1);
		return true;
	case TUI_PAGE_UP:
		move(p, -height_of(p));
		return true;
	case TUI_PAGE_DOWN:
		move(p, height_of(p));
		return true;
	case TUI_HOME:
		move(p, -p->nr);
		return true;
	case TUI_END:
		move(p, p->nr);
		return true;
	case TUI_LEFT:
		p->left -= 20;
		return true;
	case TUI_RIGHT:
		p->left += 20;
		return true;
	case TUI_RESIZED:
		return true;
	case TUI_ENTER:
		return false;
	default:
		p->chosen = -1;
		return false;
	}
}

static int run(struct popup *p, const char *text, void (*redraw)(void *ctx), void *ctx)
{
	bool open = true;

	while (open) {
		free_lines(p);
		split(p, text, screen__columns() - 6);
		clamp(p);
		redraw(ctx);
		draw(p);
		open = on_key(p, screen__key(-1));
	}
	free_lines(p);
	return p->chosen;
}

void popup__text(const char *title, const char *text, void (*redraw)(void *ctx), void *ctx)
{
	struct popup p = { .title = title, .chosen = -1 };

	run(&p, text, redraw, ctx);
}

void popup__table(const char *title, const char *text, void (*redraw)(void *ctx), void *ctx)
{
	struct popup p = { .title = title, .chosen = -1, .table = true };
	struct strbuf lines = STRBUF_INIT;
	size_t n;

	for (; *text; text += text[n] ? n + 1 : n) {
		n = strcspn(text, "\t");
		strbuf__add(&lines, text, n);
		strbuf__addblanks(&lines, text[n] ? 8 : 0);
	}
	run(&p, strbuf__str(&lines), redraw, ctx);
	strbuf__exit(&lines);
}

int popup__menu(const char *title, const char *text, void (*redraw)(void *ctx), void *ctx)
{
	struct popup p = { .title = title };

	return run(&p, text, redraw, ctx);
}

void popup__notice(const char *text)
{
	int y = screen__lines() - 1;

	screen__blank(y, 0, STYLE_BAR, screen__columns());
	screen__put(y, 0, STYLE_BAR, text, screen__columns());
	screen__show();
}

bool popup__busy(const char *text)
{
	int key;

	popup__notice(text);
	key = screen__key(0);
	return key != SCREEN_KEY_NOTHING && key != SCREEN_KEY_RESIZED;
}
