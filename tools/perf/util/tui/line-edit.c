// SPDX-License-Identifier: GPL-2.0-only
/* The line at the bottom that is edited. */
#include <string.h>

#include "util/tui/fit-text.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"

static void draw(const struct line_edit *l)
{
	int y = screen__lines() - 1, x, at;
	struct strbuf before = STRBUF_INIT;
	const char *text = strbuf__str(&l->text);

	l->redraw(l->ctx);
	screen__blank(y, 0, STYLE_NORMAL, screen__columns());
	x = screen__put(y, 0, STYLE_HEAD, l->prompt, screen__columns());
	strbuf__add(&before, text, l->cursor);
	at = x + fit_text__width(strbuf__str(&before), screen__has_utf8());
	/* The end of a long line is where one types. */
	while (at >= screen__columns() && *text) {
		uint32_t c;
		int w;

		text += fit_text__char(text, screen__has_utf8(), &c, &w);
		at -= w;
	}
	screen__put(y, x, STYLE_NORMAL, text, screen__columns());
	screen__set_cursor(y, at);
	screen__show();
	strbuf__exit(&before);
}

static size_t before(const struct line_edit *l, size_t at)
{
	while (at && (l->text.buf[--at] & 0xc0) == 0x80)
		;
	return at;
}

static size_t behind(const struct line_edit *l, size_t at)
{
	while (at < l->text.len && (l->text.buf[++at] & 0xc0) == 0x80)
		;
	return at;
}

static void cut(struct line_edit *l, size_t from, size_t to)
{
	if (!l->text.buf || from == to)
		return;
	memmove(l->text.buf + from, l->text.buf + to, l->text.len - to);
	strbuf__truncate(&l->text, l->text.len - (to - from));
	l->cursor = from;
}

static void insert(struct line_edit *l, uint32_t c)
{
	char utf8[4];
	size_t n = 0;

	if (c < 0x80) {
		utf8[n++] = (char)c;
	} else if (c < 0x800) {
		utf8[n++] = (char)(0xc0 | c >> 6);
		utf8[n++] = (char)(0x80 | (c & 63));
	} else if (c < 0x10000) {
		utf8[n++] = (char)(0xe0 | c >> 12);
		utf8[n++] = (char)(0x80 | (c >> 6 & 63));
		utf8[n++] = (char)(0x80 | (c & 63));
	} else {
		utf8[n++] = (char)(0xf0 | c >> 18);
		utf8[n++] = (char)(0x80 | (c >> 12 & 63));
		utf8[n++] = (char)(0x80 | (c >> 6 & 63));
		utf8[n++] = (char)(0x80 | (c & 63));
	}
	strbuf__reserve(&l->text, n);
	memmove(l->text.buf + l->cursor + n, l->text.buf + l->cursor, l->text.len - l->cursor);
	memcpy(l->text.buf + l->cursor, utf8, n);
	strbuf__truncate(&l->text, l->text.len + n);
	l->cursor += n;
}

/* Returns whether the text is another one. */
static bool edit(struct line_edit *l, int key)
{
	size_t len = l->text.len, word;

	if (tui_key__is_typed(key)) {
		insert(l, (uint32_t)key);
		return true;
	}
	switch (tui_key__command_in(line_keys, key)) {
	case TUI_CURSOR_LEFT:
		l->cursor = before(l, l->cursor);
		break;
	case TUI_CURSOR_RIGHT:
		l->cursor = behind(l, l->cursor);
		break;
	case TUI_CURSOR_HOME:
		l->cursor = 0;
		break;
	case TUI_CURSOR_END:
		l->cursor = len;
		break;
	case TUI_DELETE_BEFORE:
		cut(l, before(l, l->cursor), l->cursor);
		break;
	case TUI_DELETE:
		cut(l, l->cursor, behind(l, l->cursor));
		break;
	case TUI_DELETE_ALL:
		cut(l, 0, l->cursor);
		break;
	case TUI_DELETE_WORD:
		for (word = l->cursor; word && l->text.buf[word - 1] == ' '; word--)
			;
		for (; word && l->text.buf[word - 1] != ' '; word--)
			;
		cut(l, word, l->cursor);
		break;
	default:
		break;
	}
	return l->text.len != len;
}

/* What follows from the text may take as long as all rows take: letters that were typed meanwhile come first. */
bool line_edit__run(struct line_edit *l)
{
	enum tui_command command;
	bool due = false;
	int key;

	l->cursor = l->text.len;
	for (;;) {
		if (!due)
			draw(l);
		key = screen__key(due ? 0 : -1);
		command = tui_key__command_in(line_keys, key);
		if (command == TUI_ACCEPT || command == TUI_CANCEL || key == SCREEN_KEY_GONE)
			break;
		if (due && key == SCREEN_KEY_NOTHING) {
			l->changed(l->ctx, strbuf__str(&l->text));
			due = false;
		} else if (edit(l, key) && l->changed) {
			due = true;
		}
	}
	if (due && command == TUI_ACCEPT)
		l->changed(l->ctx, strbuf__str(&l->text));
	screen__set_cursor(-1, 0);
	return command == TUI_ACCEPT;
}
