// SPDX-License-Identifier: GPL-2.0-only
/* The keys of the screen of code. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

struct tui_key code_keys[] = {
	{ { SCREEN_KEY_UP }, TUI_UP, "one row up" },
	{ { SCREEN_KEY_DOWN }, TUI_DOWN, "one row down" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "one screen up" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ' }, TUI_PAGE_DOWN, "one screen down" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "the function's first row" },
	{ { SCREEN_KEY_END }, TUI_END, "its last row" },
	{ { SCREEN_KEY_ENTER, SCREEN_KEY_RIGHT }, TUI_ENTER, "go where the jump or the call leads" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_LEFT, SCREEN_KEY_BACKSPACE }, TUI_OUT, "back to where that was; at last to the report" },
	{ { 'H' }, TUI_HOTTEST, "the hottest instruction" },
	{ { '\t' }, TUI_NEXT_HOT, "the next hottest one" },
	{ { SCREEN_KEY_BACKTAB }, TUI_PREVIOUS_HOT, "the one before in that order" },
	{ { 'F' }, TUI_FUNCTIONS, "a list of all functions with samples, to choose one" },
	{ { '>' }, TUI_NEXT_FUNCTION, "the next function of this list" },
	{ { '<' }, TUI_PREVIOUS_FUNCTION, "the function before" },
	{ { 'w' }, TUI_CALLERS, "who had called when the instruction, or the source line, was hot" },
	{ { 'e' }, TUI_NEXT_EVENT, "the next event or group" },
	{ { 'E' }, TUI_PREVIOUS_EVENT, "the event or group before" },
	{ { '/' }, TUI_SEARCH, "look for a text in instructions and source lines" },
	{ { '?' }, TUI_SEARCH_BACK, "look for a text further up" },
	{ { 'n' }, TUI_NEXT, "the next row that has it" },
	{ { 'N' }, TUI_PREVIOUS, "the row before that has it" },
	{ { 's' }, TUI_SOURCE, "with or without source lines" },
	{ { 'k' }, TUI_LINE_NUMBERS, "with or without the numbers of source lines" },
	{ { 'l' }, TUI_PATHS, "files whose text is not found with their folders, or without" },
	{ { 'f' }, TUI_ADDRESSES, "addresses of all instructions, or offsets in the function of those that are jumped to" },
	{ { 'O' }, TUI_LABELS, "offsets of what is jumped to, of calls too, of all instructions" },
	{ { 'o' },
	  TUI_AS_DECODED,
	  "instructions as they were taken apart, with addresses and with names of what they lead to, or shorter" },
	{ { 'j' }, TUI_JUMP_LINES, "with or without the line from a jump to where it leads" },
	{ { 'J' }, TUI_JUMP_COUNTS, "in front of instructions, how many jumps of the function lead to them" },
	{ { 'c' }, TUI_CYCLES, "where branches tell cycles: the least and the most that a piece of code took, beside the average" },
	{ { 'T' }, TUI_TYPES, "with or without the types of the data that instructions access (x86-64)" },
	{ { 't' }, TUI_COLUMN, "percentages, sums of periods, or numbers of samples" },
	{ { 'p' }, TUI_LOCAL, "percent of the function's samples, or of all" },
	{ { 'b' }, TUI_UNIT, "percentages of periods, or of numbers of samples" },
	{ { 'P' }, TUI_SAVE, "save the function, to its end, as text in perf.annotate.N" },
	{ { 'i' }, TUI_INFO, "the header of the recording" },
	TUI_KEYS_WITH_HELP('h', SCREEN_KEY_F1),
};
