/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys of screens: a table for each, of which the screen's help and the manual's section KEYS are made. */
#ifndef PERF_TUI_KEYS_H
#define PERF_TUI_KEYS_H

#include "util/base/strbuf.h"

enum tui_command {
	TUI_NONE,
	TUI_UP, TUI_DOWN, TUI_PAGE_UP, TUI_PAGE_DOWN, TUI_HOME, TUI_END, TUI_LEFT, TUI_RIGHT,
	TUI_TOGGLE, TUI_UNFOLD_ROW, TUI_FOLD_ROW, TUI_UNFOLD_ALL, TUI_FOLD_ALL,
	TUI_ENTER, TUI_MENU, TUI_ZOOM_DSO, TUI_ZOOM_THREAD, TUI_ZOOM_COMM, TUI_ZOOM_KERNEL, TUI_OUT,
	TUI_FILTER, TUI_SEARCH, TUI_NEXT, TUI_PREVIOUS,
	TUI_SORT, TUI_RELATIVE, TUI_LIMIT, TUI_HEADERS, TUI_WHOLE, TUI_SAVE, TUI_INFO,
	TUI_NEXT_EVENT, TUI_PREVIOUS_EVENT, TUI_FLAME, TUI_CODE, TUI_CALLERS,
	TUI_STACKS_WITH, TUI_STACKS_WITHOUT, TUI_STACKS_COLLAPSED, TUI_STACKS_JOINED, TUI_STACKS_SHORTENED, TUI_SAMPLES, TUI_MISSING, TUI_MISSING_ALL, TUI_WEIGHT, TUI_COPY, TUI_MOUSE, TUI_REDRAW, TUI_HELP, TUI_QUIT,
	TUI_CLICK, TUI_WHEEL_UP, TUI_WHEEL_DOWN, TUI_RESIZED,
	/* Of samples (sample-keys.c). */
	TUI_ZOOM_EVENT, TUI_TIME, TUI_NEXT_INCOMPLETE, TUI_PREVIOUS_INCOMPLETE,
	/* Of tables (table-keys.c). */
	TUI_REVERSE,
	/* Of code (code-keys.c). */
	TUI_HOTTEST, TUI_NEXT_HOT, TUI_PREVIOUS_HOT, TUI_SOURCE, TUI_ADDRESSES, TUI_LABELS, TUI_COLUMN, TUI_LOCAL, TUI_UNIT,
	TUI_LINE_NUMBERS, TUI_PATHS, TUI_FUNCTIONS,
	/* Of time (time-keys.c), and the way there. */
	TUI_TIME_LINE, TUI_MARK, TUI_ZOOM_IN, TUI_ZOOM_OUT, TUI_HEAT
};

struct tui_key {
	int keys[3];			/* 0: none */
	enum tui_command command;
	const char *names;		/* NULL: of no use to those who read about keys */
	const char *help;
};

/* The last entries of each table: keys that mean the same on all screens, and the end. */
#define TUI_KEYS_EVERYWHERE \
	{ { 'M' }, TUI_MOUSE, "M", "with or without the mouse; without it the terminal marks text" }, \
	{ { SCREEN_KEY_CTRL('l') }, TUI_REDRAW, "Ctrl-L", "draw everything again" }, \
	{ { 'h', '?', SCREEN_KEY_F1 }, TUI_HELP, "h, ?, F1", "this list" }, \
	{ { 'q', 'Q', SCREEN_KEY_GONE }, TUI_QUIT, "q, Q, Ctrl-C", "leave" }, \
	{ { SCREEN_KEY_CLICK }, TUI_CLICK, NULL, NULL }, \
	{ { SCREEN_KEY_WHEEL_UP }, TUI_WHEEL_UP, NULL, NULL }, \
	{ { SCREEN_KEY_WHEEL_DOWN }, TUI_WHEEL_DOWN, NULL, NULL }, \
	{ { SCREEN_KEY_RESIZED }, TUI_RESIZED, NULL, NULL }, \
	{ { 0 }, TUI_NONE, NULL, NULL }

/* Of reports, of the samples of perf script, of tables, of code, of time. Each ends with an entry whose command is TUI_NONE. */
extern const struct tui_key tui_keys[], sample_keys[], table_keys[], code_keys[], time_keys[];

/* What the key of screen__key() means; TUI_NONE: nothing. */
enum tui_command tui_key__command(int key);
/* The same in another table than tui_keys. */
enum tui_command tui_key__command_in(const struct tui_key *table, int key);
/* Appends a line for each key of @table. */
void tui_keys__list(const struct tui_key *table, struct strbuf *out);

#endif /* PERF_TUI_KEYS_H */
