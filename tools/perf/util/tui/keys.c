// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/keys.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/key-name.h"
#include "util/tui/screen.h"

struct tui_key tui_keys[] = {
	{ { SCREEN_KEY_UP }, TUI_UP, "one line up" },
	{ { SCREEN_KEY_DOWN }, TUI_DOWN, "one line down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "to the first row" },
	{ { SCREEN_KEY_END }, TUI_END, "to the last line" },
	{ { SCREEN_KEY_RIGHT }, TUI_RIGHT, "without the first column, so that the last ones have more room" },
	{ { SCREEN_KEY_LEFT }, TUI_LEFT, "takes that back; where nothing is left to take back, the last zoom or change of stacks" },
	{ { '+', '-' }, TUI_TOGGLE, "unfold or fold one level of what lies below the line" },
	{ { 'e' }, TUI_UNFOLD_ROW, "unfold all of the row, or fold it if it is unfolded" },
	{ { 'c' }, TUI_FOLD_ROW, "fold all of the row" },
	{ { 'E' }, TUI_UNFOLD_ALL, "unfold all rows" },
	{ { 'C' }, TUI_FOLD_ALL, "fold all rows" },
	{ { SCREEN_KEY_ENTER }, TUI_ENTER, "unfold or fold, or the menu where there is nothing to unfold" },
	{ { 'm' }, TUI_MENU, "a menu of what can be done with the row" },
	{ { 'd' }, TUI_ZOOM_DSO, "only rows of this file (or shared object)" },
	{ { 't' }, TUI_ZOOM_THREAD, "only rows of this thread; of threads of its name, if rows do not tell the thread (-s pid)" },
	{ { 'o' }, TUI_ZOOM_COMM, "only rows of threads of this name (the column comm)" },
	{ { 'k' }, TUI_ZOOM_KERNEL, "only rows of the kernel" },
	{ { 'S' }, TUI_ZOOM_SOCKET, "only rows of this processor socket (the column socket)" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_BACKSPACE }, TUI_OUT, "takes back the last zoom or change of stacks, then the search, then the filter" },
	{ { '/' }, TUI_FILTER, "edit the filter: words that rows must have; dso:TEXT, comm:TEXT, sym:TEXT and the like look into one column" },
	{ { 'g', SCREEN_KEY_CTRL('f') }, TUI_SEARCH, "look for a text in all rows and all frames below them, folded or not" },
	{ { 'n' }, TUI_NEXT, "the next line that has it" },
	{ { 'N' }, TUI_PREVIOUS, "the line before that has it" },
	{ { '>' }, TUI_SORT, "order by the next column, at last as the report was; the cursor stays on its row" },
	{ { '<' }, TUI_SORT_BACK, "order by the column before" },
	{ { '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' }, TUI_SORT_EVENT, "order by this event of a group; 0 is the first one" },
	{ { 'W' }, TUI_WEIGHT, "what counts: periods (with --off-cpu: time), the number of samples, latency if it was recorded" },
	{ { 'F' }, TUI_RELATIVE, "percent of what is shown, or of everything" },
	{ { 'L' }, TUI_LIMIT, "leave out rows with less than so many percent" },
	{ { 'H' }, TUI_HEADERS, "with or without titles of the columns" },
	{ { 'w' }, TUI_WHOLE, "the line with names in full, and what is known about it" },
	{ { 'l' }, TUI_WHOLE_NAMES, "names of all rows and frames in full, or cut in the middle; {right} and {left} move the picture sideways meanwhile" },
	{ { 'V' }, TUI_FILES, "with or without the files of all frames; of rows the paths of their files, and where their code and their names are from" },
	{ { 'P' }, TUI_SAVE, "save what is shown, to its end, as text in perf.hist.N" },
	{ { 'i' }, TUI_INFO, "the header of the recording" },
	{ { '\t' }, TUI_NEXT_EVENT, "the next event" },
	{ { SCREEN_KEY_BACKTAB }, TUI_PREVIOUS_EVENT, "the event before" },
	{ { 'a' }, TUI_CODE, "the code of this function with its samples, see perf-annotate(1), KEYS; {back} comes back" },
	{ { 'f' }, TUI_FLAME, "a flame graph of what is shown: arrows choose a box, {enter} or a second click zooms into it, Backspace takes that back" },
	{ { 'b' }, TUI_CALLERS, "callers and callees of this function, with it between them; there {callers} goes on to those of a frame, "
	  "{next-event} shows callers, callees or both, {back} and {left} go back" },
	{ { '=' }, TUI_STACKS_WITH, "only stacks that have this function" },
	{ { 'x' }, TUI_STACKS_WITHOUT, "without the stacks that have it" },
	{ { 'j' }, TUI_STACKS_JOINED, "its frames are gone from all stacks: its callers call what it called" },
	{ { 'z' }, TUI_STACKS_COLLAPSED, "collapse its recursion: nothing is left between its outermost and its innermost frame" },
	{ { 'Z' }, TUI_STACKS_SHORTENED, "collapse direct recursion: each function that calls itself is in a stack once" },
	{ { 'p' }, TUI_SAMPLES, "the samples of this row or frame, each with its time, CPU, thread and stack, as perf script --tui shows them; {back} goes back" },
	{ { 'u' }, TUI_MISSING, "what is unknown in the samples of this row or frame: names, callers, ends of stacks, and what to do (as --missing says)" },
	{ { 'U' }, TUI_MISSING_ALL, "the same for all of the recording" },
	{ { 'y' }, TUI_COPY, "copy a stack to the clipboard: the one that goes through this frame, and on as most of its samples do" },
	{ { 'r', '!' }, TUI_COMMANDS, "run a command on these samples: a menu of yours in the configuration (scripts.NAME), and of perf script with code, with source, with options; a pager shows the output" },
	{ { 's', 'O' }, TUI_RECORDINGS, "another recording: a menu of those in this folder" },
	{ { 'T' }, TUI_TIME_LINE, "the samples over time, as a line or a heat map, to choose a stretch from" },
	TUI_KEYS_EVERYWHERE,
};

const struct tui_screen_keys tui_screens[] = {
	{ "report", tui_keys, false }, { "samples", sample_keys, false }, { "table", table_keys, false }, { "tree", tree_keys, false },
	{ "code", code_keys, false }, { "time", time_keys, false }, { "live", live_keys, false }, { "popup", popup_keys, false },
	{ "line", line_keys, true }, { NULL, NULL, false },
};

const char *tui_command__action(enum tui_command command)
{
	static const char *const actions[] = {
		[TUI_UP] = "up", [TUI_DOWN] = "down", [TUI_PAGE_UP] = "page-up", [TUI_PAGE_DOWN] = "page-down", [TUI_HOME] = "home", [TUI_END] = "end",
		[TUI_LEFT] = "left", [TUI_RIGHT] = "right", [TUI_TOGGLE] = "toggle", [TUI_UNFOLD_ROW] = "unfold-row", [TUI_FOLD_ROW] = "fold-row",
		[TUI_UNFOLD_ALL] = "unfold-all", [TUI_FOLD_ALL] = "fold-all", [TUI_ENTER] = "enter", [TUI_MENU] = "menu",
		[TUI_ZOOM_DSO] = "zoom-dso", [TUI_ZOOM_THREAD] = "zoom-thread", [TUI_ZOOM_COMM] = "zoom-comm", [TUI_ZOOM_KERNEL] = "zoom-kernel",
		[TUI_ZOOM_SOCKET] = "zoom-socket", [TUI_SORT_BACK] = "sort-back", [TUI_SORT_EVENT] = "sort-event", [TUI_FILES] = "files",
		[TUI_OUT] = "back", [TUI_FILTER] = "filter", [TUI_SEARCH] = "search", [TUI_NEXT] = "next", [TUI_PREVIOUS] = "previous",
		[TUI_SORT] = "sort", [TUI_RELATIVE] = "relative", [TUI_LIMIT] = "limit", [TUI_HEADERS] = "headers", [TUI_WHOLE] = "whole",
		[TUI_WHOLE_NAMES] = "whole-names", [TUI_SAVE] = "save", [TUI_INFO] = "info", [TUI_NEXT_EVENT] = "next-event", [TUI_PREVIOUS_EVENT] = "previous-event",
		[TUI_FLAME] = "flame-graph", [TUI_CODE] = "code", [TUI_CALLERS] = "callers", [TUI_STACKS_WITH] = "stacks-with",
		[TUI_STACKS_WITHOUT] = "stacks-without", [TUI_STACKS_COLLAPSED] = "stacks-collapsed", [TUI_STACKS_JOINED] = "stacks-joined",
		[TUI_STACKS_SHORTENED] = "stacks-shortened", [TUI_SAMPLES] = "samples", [TUI_MISSING] = "missing", [TUI_MISSING_ALL] = "missing-all",
		[TUI_WEIGHT] = "weight", [TUI_COPY] = "copy", [TUI_MOUSE] = "mouse", [TUI_REDRAW] = "redraw", [TUI_HELP] = "help", [TUI_QUIT] = "quit",
		[TUI_ZOOM_EVENT] = "zoom-event", [TUI_TIME] = "go-to-time", [TUI_NEXT_INCOMPLETE] = "next-incomplete",
		[TUI_PREVIOUS_INCOMPLETE] = "previous-incomplete", [TUI_REVERSE] = "reverse", [TUI_HOTTEST] = "hottest", [TUI_NEXT_HOT] = "next-hot",
		[TUI_PREVIOUS_HOT] = "previous-hot", [TUI_SOURCE] = "source", [TUI_ADDRESSES] = "addresses", [TUI_LABELS] = "labels",
		[TUI_COLUMN] = "column", [TUI_LOCAL] = "local", [TUI_UNIT] = "unit", [TUI_LINE_NUMBERS] = "line-numbers", [TUI_PATHS] = "paths",
		[TUI_SEARCH_BACK] = "search-back", [TUI_NEXT_FUNCTION] = "next-function", [TUI_PREVIOUS_FUNCTION] = "previous-function",
		[TUI_JUMP_LINES] = "jump-lines", [TUI_JUMP_COUNTS] = "jump-counts", [TUI_AS_DECODED] = "as-decoded", [TUI_CYCLES] = "cycles", [TUI_TYPES] = "types",
		[TUI_FUNCTIONS] = "functions", [TUI_TIME_LINE] = "time-line", [TUI_MARK] = "mark", [TUI_ZOOM_IN] = "zoom-in", [TUI_ZOOM_OUT] = "zoom-out",
		[TUI_HEAT] = "heat-map", [TUI_COMMANDS] = "commands", [TUI_RECORDINGS] = "recordings",
		[TUI_PAUSE] = "pause", [TUI_LAST] = "last-seconds",
		[TUI_ACCEPT] = "accept", [TUI_CANCEL] = "cancel", [TUI_CURSOR_LEFT] = "cursor-left", [TUI_CURSOR_RIGHT] = "cursor-right",
		[TUI_CURSOR_HOME] = "cursor-home", [TUI_CURSOR_END] = "cursor-end", [TUI_DELETE_BEFORE] = "delete-before", [TUI_DELETE] = "delete",
		[TUI_DELETE_ALL] = "delete-all", [TUI_DELETE_WORD] = "delete-word",
	};

	return (size_t)command < ARRAY_SIZE(actions) ? actions[command] : NULL;
}

enum tui_command tui_key__command_in(const struct tui_key *table, int key)
{
	const struct tui_key *k;
	size_t i;

	for (k = table; k->command != TUI_NONE; k++)
		for (i = 0; i < ARRAY_SIZE(k->keys) && k->keys[i]; i++)
			if (k->keys[i] == key)
				return k->command;
	return TUI_NONE;
}

size_t tui_key__number(const struct tui_key *table, enum tui_command command, int key)
{
	const struct tui_key *k = table;
	size_t i = 0;

	if (key >= '0' && key <= '9')
		return (size_t)(key - '0');
	while (k->command != TUI_NONE && k->command != command)
		k++;
	while (i < TUI_MOST_KEYS && k->keys[i] && k->keys[i] != key)
		i++;
	return i;
}

bool tui_key__is_typed(int key)
{
	return key >= ' ' && key < 0x110000 && key != 127;
}

bool tui_keys__any_typed(const int *keys)
{
	while (*keys && !tui_key__is_typed(*keys))
		keys++;
	return *keys;
}

enum tui_command tui_key__command(int key)
{
	return tui_key__command_in(tui_keys, key);
}

void tui_key__add_names(const struct tui_key *k, struct strbuf *out)
{
	size_t i;

	if (!k->keys[0])
		strbuf__addstr(out, "no key");
	for (i = 0; i < ARRAY_SIZE(k->keys) && k->keys[i]; i++) {
		if (i)
			strbuf__addstr(out, ", ");
		key_name__add(k->keys[i], out);
	}
}

/* The entry of an action, whose name has @len bytes; NULL: the screen does not have it. */
static const struct tui_key *find_action(const struct tui_key *table, const char *name, size_t len)
{
	const struct tui_key *k;

	for (k = table; k->command != TUI_NONE; k++) {
		const char *action = k->help ? tui_command__action(k->command) : NULL;

		if (action && strlen(action) == len && !strncmp(action, name, len))
			return k;
	}
	return NULL;
}

void tui_keys__add_text(const struct tui_key *table, const char *text, struct strbuf *out)
{
	const char *open, *close;

	for (; (open = strchr(text, '{')) && (close = strchr(open, '}')); text = close + 1) {
		const struct tui_key *k = find_action(table, open + 1, (size_t)(close - open - 1));

		strbuf__add(out, text, (size_t)(open - text));
		if (k && k->keys[0])
			key_name__add(k->keys[0], out);
		else
			strbuf__addstr(out, "(no key)");
	}
	strbuf__addstr(out, text);
}

const char *tui_keys__text(const struct tui_key *table, const char *text)
{
	static char kept[512];
	struct strbuf out = STRBUF_INIT;

	tui_keys__add_text(table, text, &out);
	snprintf(kept, sizeof(kept), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return kept;
}

void tui_keys__list(const struct tui_key *table, struct strbuf *out)
{
	struct strbuf names = STRBUF_INIT;
	const struct tui_key *k;

	for (k = table; k->command != TUI_NONE; k++) {
		if (!k->help || !k->keys[0])
			continue;
		strbuf__reset(&names);
		tui_key__add_names(k, &names);
		strbuf__addf(out, "%-16s", strbuf__str(&names));
		if (names.len >= 16)
			strbuf__addstr(out, "  ");
		tui_keys__add_text(table, k->help, out);
		strbuf__addch(out, '\n');
	}
	strbuf__exit(&names);
}
