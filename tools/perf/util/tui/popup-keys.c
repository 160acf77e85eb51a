// SPDX-License-Identifier: GPL-2.0-only
/* The keys of boxes over the picture, and of the line that is edited. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

/* Any other key closes a box. */
struct tui_key popup_keys[] = {
	{ { SCREEN_KEY_UP }, TUI_UP, "one line up" },
	{ { SCREEN_KEY_DOWN }, TUI_DOWN, "one line down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "to the first line" },
	{ { SCREEN_KEY_END }, TUI_END, "to the last line" },
	{ { SCREEN_KEY_LEFT }, TUI_LEFT, "what is further to the left" },
	{ { SCREEN_KEY_RIGHT }, TUI_RIGHT, "what is further to the right" },
	{ { SCREEN_KEY_ENTER }, TUI_ENTER, "do what is chosen" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_BACKSPACE }, TUI_OUT, "close the box" },
	{ { SCREEN_KEY_WHEEL_UP }, TUI_WHEEL_UP, NULL },
	{ { SCREEN_KEY_WHEEL_DOWN }, TUI_WHEEL_DOWN, NULL },
	{ { SCREEN_KEY_RESIZED, SCREEN_KEY_NOTHING }, TUI_RESIZED, NULL },
	{ { 0 }, TUI_NONE, NULL }
};

/* Characters are typed, so they are none of these keys. */
struct tui_key line_keys[] = {
	{ { SCREEN_KEY_ENTER }, TUI_ACCEPT, "keep the text" },
	{ { SCREEN_KEY_ESC }, TUI_CANCEL, "leave everything as it was" },
	{ { SCREEN_KEY_LEFT }, TUI_CURSOR_LEFT, "one character to the left" },
	{ { SCREEN_KEY_RIGHT }, TUI_CURSOR_RIGHT, "one character to the right" },
	{ { SCREEN_KEY_HOME, SCREEN_KEY_CTRL('a') }, TUI_CURSOR_HOME, "to the beginning" },
	{ { SCREEN_KEY_END, SCREEN_KEY_CTRL('e') }, TUI_CURSOR_END, "to the end" },
	{ { SCREEN_KEY_BACKSPACE }, TUI_DELETE_BEFORE, "delete the character before the cursor" },
	{ { SCREEN_KEY_DELETE, SCREEN_KEY_CTRL('d') }, TUI_DELETE, "delete the character at the cursor" },
	{ { SCREEN_KEY_CTRL('u') }, TUI_DELETE_ALL, "delete everything" },
	{ { SCREEN_KEY_CTRL('w') }, TUI_DELETE_WORD, "delete the word before the cursor" },
	{ { 0 }, TUI_NONE, NULL }
};
