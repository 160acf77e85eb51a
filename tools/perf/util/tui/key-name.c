// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/key-name.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/tui/screen.h"

static const struct { int key; const char *name; } names[] = {
	{ SCREEN_KEY_UP, "Up" }, { SCREEN_KEY_DOWN, "Down" }, { SCREEN_KEY_LEFT, "Left" }, { SCREEN_KEY_RIGHT, "Right" },
	{ SCREEN_KEY_PAGE_UP, "PgUp" }, { SCREEN_KEY_PAGE_DOWN, "PgDn" }, { SCREEN_KEY_HOME, "Home" }, { SCREEN_KEY_END, "End" },
	{ SCREEN_KEY_BACKSPACE, "Backspace" }, { SCREEN_KEY_DELETE, "Del" }, { SCREEN_KEY_BACKTAB, "Shift-Tab" }, { '\t', "Tab" },
	{ SCREEN_KEY_ENTER, "Enter" }, { SCREEN_KEY_ESC, "Esc" }, { ' ', "Space" }, { ',', "Comma" },
	{ SCREEN_KEY_F1, "F1" }, { SCREEN_KEY_F1 + 1, "F2" }, { SCREEN_KEY_F1 + 2, "F3" }, { SCREEN_KEY_F1 + 3, "F4" },
	{ SCREEN_KEY_F1 + 4, "F5" }, { SCREEN_KEY_F1 + 5, "F6" }, { SCREEN_KEY_F1 + 6, "F7" }, { SCREEN_KEY_F1 + 7, "F8" },
	{ SCREEN_KEY_F1 + 8, "F9" }, { SCREEN_KEY_F1 + 9, "F10" }, { SCREEN_KEY_F1 + 10, "F11" }, { SCREEN_KEY_F12, "F12" },
	{ SCREEN_KEY_GONE, "Ctrl-C" },
};

/* As files have it. */
static void add_utf8(uint32_t c, struct strbuf *out)
{
	if (c < 0x80) {
		strbuf__addch(out, (char)c);
		return;
	}
	if (c >= 0x10000)
		strbuf__addch(out, (char)(0xf0 | c >> 18));
	if (c >= 0x800)
		strbuf__addch(out, (char)(c >= 0x10000 ? 0x80 | (c >> 12 & 63) : 0xe0 | c >> 12));
	strbuf__addch(out, (char)(c >= 0x800 ? 0x80 | (c >> 6 & 63) : 0xc0 | c >> 6));
	strbuf__addch(out, (char)(0x80 | (c & 63)));
}

void key_name__add(int key, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].key == key) {
			strbuf__addstr(out, names[i].name);
			return;
		}
	if (key > 0 && key < ' ')
		strbuf__addf(out, "Ctrl-%c", key + '@');
	else
		add_utf8((uint32_t)key, out);
}

/* Ctrl- and a letter. Terminals send the same for some of them and for keys of their own, or nothing. */
static int parse_ctrl(char letter, struct diag *diag)
{
	switch (toupper((unsigned char)letter)) {
	case 'C': case 'Z': case 'S': case 'Q':
		return diag__msg(diag, -EINVAL, "the terminal keeps Ctrl-%c for itself", toupper((unsigned char)letter));
	case 'H':
		return SCREEN_KEY_BACKSPACE;
	case 'M':
		return SCREEN_KEY_ENTER;
	default:
		return SCREEN_KEY_CTRL(letter);
	}
}

int key_name__parse(const char *name, size_t len, struct diag *diag)
{
	uint32_t c;
	size_t i;

	if (len == 6 && !strncasecmp(name, "Ctrl-", 5) && isalpha((unsigned char)name[5]))
		return parse_ctrl(name[5], diag);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i].name) == len && !strncasecmp(names[i].name, name, len))
			return names[i].key;
	/* This is no matter of the locale, which is not taken before there is a screen. */
	if (len && (size_t)utf8__decode(name, len, &c) == len && !utf8__is_harmful(c))
		return (int)c;
	return diag__msg(diag, -EINVAL,
			 "'%.*s' is no key: a key is a character, Ctrl-A to Ctrl-Z, F1 to F12, Up, Down, Left, Right, PgUp, PgDn, "
			 "Home, End, Backspace, Del, Tab, Shift-Tab, Enter, Esc, Space or Comma",
			 (int)len, name);
}
