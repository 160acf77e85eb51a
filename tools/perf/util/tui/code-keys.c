// SPDX-License-Identifier: GPL-2.0-only
/* The keys of the screen of code. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

const struct tui_key code_keys[] = {
	{ { SCREEN_KEY_UP }, TUI_UP, "Up", "one row up" },
	{ { SCREEN_KEY_DOWN }, TUI_DOWN, "Down", "one row down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "PgUp, Ctrl-B", "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "PgDn, Space", "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "Home", "the function's first row" },
	{ { SCREEN_KEY_END }, TUI_END, "End", "its last row" },
	{ { SCREEN_KEY_ENTER, SCREEN_KEY_RIGHT }, TUI_ENTER, "Enter, Right", "go where the jump or the call leads" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_LEFT, SCREEN_KEY_BACKSPACE }, TUI_OUT, "Esc, Left", "back to where that was; at last to the report" },
	{ { 'H' }, TUI_HOTTEST, "H", "the hottest instruction" },
	{ { '\t' }, TUI_NEXT_HOT, "Tab", "the next hottest one" },
	{ { SCREEN_KEY_BACKTAB }, TUI_PREVIOUS_HOT, "Shift-Tab", "the one before in that order" },
	{ { 'F' }, TUI_FUNCTIONS, "F", "a list of all functions with samples, to choose one" },
	{ { 'e' }, TUI_NEXT_EVENT, "e", "the next event or group" },
	{ { 'E' }, TUI_PREVIOUS_EVENT, "E", "the event or group before" },
	{ { '/' }, TUI_SEARCH, "/", "look for a text in instructions and source lines" },
	{ { 'n' }, TUI_NEXT, "n", "the next row that has it" },
	{ { 'N' }, TUI_PREVIOUS, "N", "the row before that has it" },
	{ { 's' }, TUI_SOURCE, "s", "with or without source lines" },
	{ { 'k' }, TUI_LINE_NUMBERS, "k", "with or without the numbers of source lines" },
	{ { 'l' }, TUI_PATHS, "l", "files whose text is not found with their folders, or without" },
	{ { 'f' }, TUI_ADDRESSES, "f", "addresses of all instructions, or offsets in the function of those that are jumped to" },
	{ { 'O' }, TUI_LABELS, "O", "offsets of what is jumped to, of calls too, of all instructions" },
	{ { 't' }, TUI_COLUMN, "t", "percentages, sums of periods, or numbers of samples" },
	{ { 'p' }, TUI_LOCAL, "p", "percent of the function's samples, or of all" },
	{ { 'b' }, TUI_UNIT, "b", "percentages of periods, or of numbers of samples" },
	{ { 'P' }, TUI_SAVE, "P", "save the function, to its end, as text in perf.annotate.N" },
	{ { 'i' }, TUI_INFO, "i", "the header of the recording" },
	TUI_KEYS_EVERYWHERE,
};
