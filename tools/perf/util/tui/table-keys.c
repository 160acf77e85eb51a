// SPDX-License-Identifier: GPL-2.0-only
/* The keys of screens with tables. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

const struct tui_key table_keys[] = {
	{ { SCREEN_KEY_UP, 'k' }, TUI_UP, "Up, k", "one line up" },
	{ { SCREEN_KEY_DOWN, 'j' }, TUI_DOWN, "Down, j", "one line down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "PgUp, Ctrl-B", "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "PgDn, Space", "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "Home", "to the first row" },
	{ { SCREEN_KEY_END }, TUI_END, "End", "to the last line" },
	{ { SCREEN_KEY_RIGHT }, TUI_RIGHT, "Right", "without the first column of numbers, so that the others have more room" },
	{ { SCREEN_KEY_LEFT }, TUI_LEFT, "Left", "takes that back" },
	{ { SCREEN_KEY_ENTER, '+', '-' }, TUI_TOGGLE, "Enter, +, -", "unfold or fold what lies below the row, such as its stack" },
	{ { 'E' }, TUI_UNFOLD_ALL, "E", "unfold all rows" },
	{ { 'C' }, TUI_FOLD_ALL, "C", "fold all rows" },
	{ { '/' }, TUI_FILTER, "/", "edit the filter: words that rows must have; TITLE:TEXT looks into the column of this title" },
	{ { 'g', SCREEN_KEY_CTRL('f') }, TUI_SEARCH, "g, Ctrl-F", "look for a text in all rows and in what lies below them, folded or not" },
	{ { 'n' }, TUI_NEXT, "n", "the next line that has it" },
	{ { 'N' }, TUI_PREVIOUS, "N", "the line before that has it" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_BACKSPACE }, TUI_OUT, "Esc, Backspace", "takes back the search, then the filter, then the order" },
	{ { 's' }, TUI_SORT, "s", "order by the next column, at last as it was; the cursor stays on its row" },
	{ { 'r' }, TUI_REVERSE, "r", "the other way round" },
	{ { 'H' }, TUI_HEADERS, "H", "with or without titles of the columns" },
	{ { 'w' }, TUI_WHOLE, "w", "the row with everything in full" },
	{ { 'P' }, TUI_SAVE, "P", "save what is shown, to its end, as text in perf.table.N" },
	{ { 'i' }, TUI_INFO, "i", "what is known about the whole table" },
	{ { '\t' }, TUI_NEXT_EVENT, "Tab", "the next table" },
	{ { SCREEN_KEY_BACKTAB }, TUI_PREVIOUS_EVENT, "Shift-Tab", "the table before" },
	TUI_KEYS_EVERYWHERE,
};
