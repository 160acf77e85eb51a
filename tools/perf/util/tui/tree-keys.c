// SPDX-License-Identifier: GPL-2.0-only
/* The keys of the screen of perf report --hierarchy: those of tables, and those of reports that are about rows. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

struct tui_key tree_keys[] = {
	{ { SCREEN_KEY_UP }, TUI_UP, "one line up" },
	{ { SCREEN_KEY_DOWN }, TUI_DOWN, "one line down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "to the first row" },
	{ { SCREEN_KEY_END }, TUI_END, "to the last line" },
	{ { SCREEN_KEY_RIGHT }, TUI_RIGHT, "without the first column of numbers, so that the others have more room" },
	{ { SCREEN_KEY_LEFT }, TUI_LEFT, "takes that back; where nothing is left to take back, the last zoom" },
	{ { SCREEN_KEY_ENTER, '+', '-' }, TUI_TOGGLE, "unfold or fold what lies below the row: the next level, or the call graph" },
	{ { 'e' }, TUI_UNFOLD_ROW, "unfold the row and all rows below it, or fold them if they are unfolded" },
	{ { 'c' }, TUI_FOLD_ROW, "fold the row and all rows below it" },
	{ { 'E' }, TUI_UNFOLD_ALL, "unfold all rows" },
	{ { 'C' }, TUI_FOLD_ALL, "fold all rows" },
	{ { 'd' }, TUI_ZOOM_DSO, "only rows of this file (or shared object)" },
	{ { 't' }, TUI_ZOOM_THREAD, "only rows of this thread; of threads of its name, if rows do not tell the thread (-s pid)" },
	{ { 'o' }, TUI_ZOOM_COMM, "only rows of threads of this name (the level comm)" },
	{ { 'k' }, TUI_ZOOM_KERNEL, "only rows of the kernel" },
	{ { 'S' }, TUI_ZOOM_SOCKET, "only rows of this processor socket (the level socket)" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_BACKSPACE }, TUI_OUT, "takes back the last zoom, then the search, then the filter, then the order" },
	{ { '/' }, TUI_FILTER, "edit the filter: words that rows must have; TITLE:TEXT looks into the column of this title" },
	{ { 'g', SCREEN_KEY_CTRL('f') }, TUI_SEARCH, "look for a text in all rows and in what lies below them, folded or not" },
	{ { 'n' }, TUI_NEXT, "the next line that has it" },
	{ { 'N' }, TUI_PREVIOUS, "the line before that has it" },
	{ { '>' }, TUI_SORT, "order by the next column, at last as it was; the cursor stays on its row" },
	{ { '<' }, TUI_SORT_BACK, "order by the column before" },
	{ { 'R' }, TUI_REVERSE, "the other way round" },
	{ { 'H' }, TUI_HEADERS, "with or without titles of the columns" },
	{ { 'w' }, TUI_WHOLE, "the row with everything in full" },
	{ { 'a' }, TUI_CODE, "the code of this function with its samples, see perf-annotate(1), KEYS; {back} comes back" },
	{ { 'p' }, TUI_SAMPLES, "the samples of this row and of all rows below it, as perf script --tui shows them; {back} goes back" },
	{ { 'u' }, TUI_MISSING, "what is unknown in these samples: names, callers, ends of stacks, and what to do (as --missing says)" },
	{ { 'U' }, TUI_MISSING_ALL, "the same for all of the recording" },
	{ { 'P' }, TUI_SAVE, "save what is shown, to its end, as text in perf.table.N" },
	{ { 'i' }, TUI_INFO, "what is known about the whole table" },
	{ { '\t' }, TUI_NEXT_EVENT, "the next event" },
	{ { SCREEN_KEY_BACKTAB }, TUI_PREVIOUS_EVENT, "the event before" },
	TUI_KEYS_EVERYWHERE,
};
