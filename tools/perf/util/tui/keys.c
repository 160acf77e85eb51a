// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/keys.h"

#include <stddef.h>

#include "util/base/alloc.h"
#include "util/tui/screen.h"

const struct tui_key tui_keys[] = {
	{ { SCREEN_KEY_UP }, TUI_UP, "Up", "one line up" },
	{ { SCREEN_KEY_DOWN }, TUI_DOWN, "Down", "one line down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "PgUp, Ctrl-B", "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "PgDn, Space", "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "Home", "to the first row" },
	{ { SCREEN_KEY_END }, TUI_END, "End", "to the last line" },
	{ { SCREEN_KEY_RIGHT }, TUI_RIGHT, "Right", "without the first column, so that the last ones have more room" },
	{ { SCREEN_KEY_LEFT }, TUI_LEFT, "Left", "takes that back" },
	{ { '+', '-' }, TUI_TOGGLE, "+, -", "unfold or fold one level of what lies below the line" },
	{ { 'e' }, TUI_UNFOLD_ROW, "e", "unfold all of the row" },
	{ { 'c' }, TUI_FOLD_ROW, "c", "fold all of the row" },
	{ { 'E' }, TUI_UNFOLD_ALL, "E", "unfold all rows" },
	{ { 'C' }, TUI_FOLD_ALL, "C", "fold all rows" },
	{ { SCREEN_KEY_ENTER }, TUI_ENTER, "Enter", "unfold or fold, or the menu where there is nothing to unfold" },
	{ { 'm' }, TUI_MENU, "m", "a menu of what can be done with the row" },
	{ { 'd' }, TUI_ZOOM_DSO, "d", "only rows of this file (or shared object)" },
	{ { 't' }, TUI_ZOOM_THREAD, "t", "only rows of this thread; of threads of its name, if rows do not tell the thread (-s pid)" },
	{ { 'o' }, TUI_ZOOM_COMM, "o", "only rows of threads of this name (the column comm)" },
	{ { 'k' }, TUI_ZOOM_KERNEL, "k", "only rows of the kernel" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_BACKSPACE }, TUI_OUT, "Esc, Backspace", "takes back the last zoom or change of stacks, then the search, then the filter" },
	{ { '/' }, TUI_FILTER, "/", "edit the filter: words that rows must have; dso:TEXT, comm:TEXT, sym:TEXT and the like look into one column" },
	{ { 'g', SCREEN_KEY_CTRL('f') }, TUI_SEARCH, "g, Ctrl-F", "look for a text in all rows and all frames below them, folded or not" },
	{ { 'n' }, TUI_NEXT, "n", "the next line that has it" },
	{ { 'N' }, TUI_PREVIOUS, "N", "the line before that has it" },
	{ { 's' }, TUI_SORT, "s", "order by the next column, at last as the report was; the cursor stays on its row" },
	{ { 'W' }, TUI_WEIGHT, "W", "what counts: periods (with --off-cpu: time), the number of samples, latency if it was recorded" },
	{ { 'F' }, TUI_RELATIVE, "F", "percent of what is shown, or of everything" },
	{ { 'L' }, TUI_LIMIT, "L", "leave out rows with less than so many percent" },
	{ { 'H' }, TUI_HEADERS, "H", "with or without titles of the columns" },
	{ { 'w' }, TUI_WHOLE, "w", "the line with names in full, and what is known about it" },
	{ { 'P' }, TUI_SAVE, "P", "save what is shown, to its end, as text in perf.hist.N" },
	{ { 'i' }, TUI_INFO, "i", "the header of the recording" },
	{ { '\t' }, TUI_NEXT_EVENT, "Tab", "the next event" },
	{ { SCREEN_KEY_BACKTAB }, TUI_PREVIOUS_EVENT, "Shift-Tab", "the event before" },
	{ { 'a' }, TUI_CODE, "a", "the code of this function with its samples, see perf-annotate(1), KEYS; Esc and Left come back" },
	{ { 'f' }, TUI_FLAME, "f", "a flame graph of what is shown: arrows choose a box, Enter or a second click zooms into it, Backspace takes that back" },
	{ { 'b' }, TUI_CALLERS, "b", "callers and callees of this function, with it between them; there b goes on to those of a frame, Tab shows callers, callees or both, Esc and Left go back" },
	{ { '=' }, TUI_STACKS_WITH, "=", "only stacks that have this function" },
	{ { 'x' }, TUI_STACKS_WITHOUT, "x", "without the stacks that have it" },
	{ { 'j' }, TUI_STACKS_JOINED, "j", "its frames are gone from all stacks: its callers call what it called" },
	{ { 'r' }, TUI_STACKS_COLLAPSED, "r", "collapse its recursion: nothing is left between its outermost and its innermost frame" },
	{ { 'R' }, TUI_STACKS_SHORTENED, "R", "collapse direct recursion: each function that calls itself is in a stack once" },
	{ { 'p' }, TUI_SAMPLES, "p", "the samples of this row or frame, each with its time, CPU, thread and stack, as perf script --tui shows them; Esc goes back" },
	{ { 'u' }, TUI_MISSING, "u", "what is unknown in the samples of this row or frame: names, callers, ends of stacks, and what to do (as --missing says)" },
	{ { 'U' }, TUI_MISSING_ALL, "U", "the same for all of the recording" },
	{ { 'y' }, TUI_COPY, "y", "copy a stack to the clipboard: the one that goes through this frame, and on as most of its samples do" },
	{ { 'T' }, TUI_TIME_LINE, "T", "the samples over time, as a line or a heat map, to choose a stretch from" },
	TUI_KEYS_EVERYWHERE,
};

enum tui_command tui_key__command_in(const struct tui_key *table, int key)
{
	const struct tui_key *k;
	size_t i;

	for (k = table; k->command != TUI_NONE; k++)
		for (i = 0; i < ARRAY_SIZE(k->keys); i++)
			if (k->keys[i] && k->keys[i] == key)
				return k->command;
	return TUI_NONE;
}

enum tui_command tui_key__command(int key)
{
	return tui_key__command_in(tui_keys, key);
}

void tui_keys__list(const struct tui_key *table, struct strbuf *out)
{
	const struct tui_key *k;

	for (k = table; k->command != TUI_NONE; k++)
		if (k->names)
			strbuf__addf(out, "%-16s%s\n", k->names, k->help);
}
