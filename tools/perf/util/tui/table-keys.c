// SPDX-License-Identifier: GPL-2.0-only
/* The keys of screens with tables. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

struct tui_key table_keys[] = {
	{ { SCREEN_KEY_UP, 'k' }, TUI_UP, "one line up" },
	{ { SCREEN_KEY_DOWN, 'j' }, TUI_DOWN, "one line down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "to the first row" },
	{ { SCREEN_KEY_END }, TUI_END, "to the last line" },
	{ { SCREEN_KEY_RIGHT }, TUI_RIGHT, "without the first column of numbers, so that the others have more room" },
	{ { SCREEN_KEY_LEFT }, TUI_LEFT, "takes that back" },
	{ { SCREEN_KEY_ENTER, '+', '-' }, TUI_TOGGLE, "unfold or fold what lies below the row, such as its stack" },
	{ { 'e' }, TUI_UNFOLD_ROW, "unfold the row and all rows below it, or fold them if they are unfolded" },
	{ { 'c' }, TUI_FOLD_ROW, "fold the row and all rows below it" },
	{ { 'E' }, TUI_UNFOLD_ALL, "unfold all rows" },
	{ { 'C' }, TUI_FOLD_ALL, "fold all rows" },
	{ { '/' }, TUI_FILTER, "edit the filter: words that rows must have; TITLE:TEXT looks into the column of this title" },
	{ { 'g', SCREEN_KEY_CTRL('f') }, TUI_SEARCH, "look for a text in all rows and in what lies below them, folded or not" },
	{ { 'n' }, TUI_NEXT, "the next line that has it" },
	{ { 'N' }, TUI_PREVIOUS, "the line before that has it" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_BACKSPACE }, TUI_OUT, "takes back the search, then the filter, then the order" },
	{ { 's', '>' }, TUI_SORT, "order by the next column, at last as it was; the cursor stays on its row" },
	{ { '<' }, TUI_SORT_BACK, "order by the column before" },
	{ { 'r' }, TUI_REVERSE, "the other way round" },
	{ { 'H' }, TUI_HEADERS, "with or without titles of the columns" },
	{ { 'w' }, TUI_WHOLE, "the row with everything in full" },
	{ { 'P' }, TUI_SAVE, "save what is shown, to its end, as text in perf.table.N" },
	{ { 'i' }, TUI_INFO, "what is known about the whole table" },
	{ { '\t' }, TUI_NEXT_EVENT, "the next table" },
	{ { SCREEN_KEY_BACKTAB }, TUI_PREVIOUS_EVENT, "the table before" },
	TUI_KEYS_EVERYWHERE,
};
