/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys of screens: a table for each. What a key does, the screen's help, the manual's section KEYS and the configuration (key-config.h)
 * are made of it.
 */
#ifndef PERF_TUI_KEYS_H
#define PERF_TUI_KEYS_H

#include <stdbool.h>

#include "util/base/strbuf.h"

enum tui_command {
	TUI_NONE,
	TUI_UP, TUI_DOWN, TUI_PAGE_UP, TUI_PAGE_DOWN, TUI_HOME, TUI_END, TUI_LEFT, TUI_RIGHT,
	TUI_TOGGLE, TUI_UNFOLD_ROW, TUI_FOLD_ROW, TUI_UNFOLD_ALL, TUI_FOLD_ALL,
	TUI_ENTER, TUI_MENU, TUI_ZOOM_DSO, TUI_ZOOM_THREAD, TUI_ZOOM_COMM, TUI_ZOOM_KERNEL, TUI_ZOOM_SOCKET, TUI_OUT,
	TUI_FILTER, TUI_SEARCH, TUI_NEXT, TUI_PREVIOUS,
	TUI_SORT, TUI_SORT_BACK, TUI_SORT_EVENT, TUI_RELATIVE, TUI_LIMIT, TUI_HEADERS, TUI_WHOLE, TUI_WHOLE_NAMES, TUI_FILES, TUI_SAVE, TUI_INFO,
	TUI_NEXT_EVENT, TUI_PREVIOUS_EVENT, TUI_FLAME, TUI_CODE, TUI_CALLERS,
	TUI_STACKS_WITH, TUI_STACKS_WITHOUT, TUI_STACKS_COLLAPSED, TUI_STACKS_JOINED, TUI_STACKS_SHORTENED,
	TUI_SAMPLES, TUI_MISSING, TUI_MISSING_ALL,
	TUI_WEIGHT, TUI_COPY, TUI_COMMANDS, TUI_RECORDINGS, TUI_MOUSE, TUI_REDRAW, TUI_HELP, TUI_QUIT,
	TUI_CLICK, TUI_WHEEL_UP, TUI_WHEEL_DOWN, TUI_RESIZED,
	/* Of samples (sample-keys.c). */
	TUI_ZOOM_EVENT, TUI_TIME, TUI_NEXT_INCOMPLETE, TUI_PREVIOUS_INCOMPLETE,
	/* Of tables (table-keys.c). */
	TUI_REVERSE,
	/* Of code (code-keys.c). */
	TUI_HOTTEST, TUI_NEXT_HOT, TUI_PREVIOUS_HOT, TUI_SOURCE, TUI_ADDRESSES, TUI_LABELS, TUI_COLUMN, TUI_LOCAL, TUI_UNIT,
	TUI_LINE_NUMBERS, TUI_PATHS, TUI_FUNCTIONS, TUI_SEARCH_BACK, TUI_NEXT_FUNCTION, TUI_PREVIOUS_FUNCTION, TUI_JUMP_LINES, TUI_JUMP_COUNTS,
	TUI_AS_DECODED, TUI_CYCLES, TUI_TYPES,
	/* Of time (time-keys.c), and the way there. */
	TUI_TIME_LINE, TUI_MARK, TUI_ZOOM_IN, TUI_ZOOM_OUT, TUI_HEAT,
	/* Of the live rows of perf top (live-keys.c). */
	TUI_PAUSE, TUI_LAST,
	/* Of the line that is edited (popup-keys.c): names of their own, as settings of all screens may be characters. */
	TUI_ACCEPT, TUI_CANCEL, TUI_CURSOR_LEFT, TUI_CURSOR_RIGHT, TUI_CURSOR_HOME, TUI_CURSOR_END, TUI_DELETE_BEFORE, TUI_DELETE,
	TUI_DELETE_ALL, TUI_DELETE_WORD
};

/* So many keys can do the same, and one more that is none of the keyboard (SCREEN_KEY_GONE). */
#define TUI_MOST_KEYS	10

struct tui_key {
	int keys[TUI_MOST_KEYS + 1];	/* 0: none; behind the last one there are only zeros */
	enum tui_command command;
	const char *help;		/* NULL: of no use to those who read about keys; {ACTION} is the first key of an action */
};

/* The last entries of each table: keys that mean the same on all screens, and the end. On some, a key of the help is another action's. */
#define TUI_KEYS_EVERYWHERE	TUI_KEYS_WITH_HELP('h', '?', SCREEN_KEY_F1)
#define TUI_KEYS_WITH_HELP(...) \
	{ { 'M' }, TUI_MOUSE, "with or without the mouse; without it the terminal marks text" }, \
	{ { SCREEN_KEY_CTRL('l') }, TUI_REDRAW, "draw everything again" }, \
	{ { __VA_ARGS__ }, TUI_HELP, "this list" }, \
	{ { 'q', 'Q', SCREEN_KEY_GONE }, TUI_QUIT, "leave" }, \
	{ { SCREEN_KEY_CLICK }, TUI_CLICK, NULL }, \
	{ { SCREEN_KEY_WHEEL_UP }, TUI_WHEEL_UP, NULL }, \
	{ { SCREEN_KEY_WHEEL_DOWN }, TUI_WHEEL_DOWN, NULL }, \
	{ { SCREEN_KEY_RESIZED }, TUI_RESIZED, NULL }, \
	{ { 0 }, TUI_NONE, NULL }

/*
 * Of reports, of the samples of perf script, of tables, of --hierarchy, of code, of time, of live rows, of boxes over
 * the picture, of the line that is edited. Each ends with an entry whose command is TUI_NONE. They change only when the
 * configuration is read, before any screen is there.
 */
extern struct tui_key tui_keys[], sample_keys[], table_keys[], tree_keys[], code_keys[], time_keys[], live_keys[], popup_keys[],
	line_keys[];

/* The tables by the names that they have in the configuration. The last one has no name. */
struct tui_screen_keys {
	const char *name;
	struct tui_key *table;
	bool types;			/* characters are text there, and no keys */
};
extern const struct tui_screen_keys tui_screens[];

/* What the configuration calls a command that has keys: "zoom-dso"; NULL: nothing (TUI_CLICK). Static. */
const char *tui_command__action(enum tui_command command);
/* What the key of screen__key() means; TUI_NONE: nothing. */
enum tui_command tui_key__command(int key);
/* The same in another table than tui_keys. */
enum tui_command tui_key__command_in(const struct tui_key *table, int key);
/*
 * The number that a key stands for, where each key of an action means another: a digit its own, another one its place
 * among the keys of @command.
 */
size_t tui_key__number(const struct tui_key *table, enum tui_command command, int key);
/* Is the key a character, which is typed where a line is edited? */
bool tui_key__is_typed(int key);
/* Is one of these, which end with 0? */
bool tui_keys__any_typed(const int *keys);
/* Appends the names of the keys of an entry: "g, Ctrl-F"; "no key" if there is none. */
void tui_key__add_names(const struct tui_key *k, struct strbuf *out);
/* Appends @text, with the name of the first key of @table that does ACTION in place of each {ACTION}. */
void tui_keys__add_text(const struct tui_key *table, const char *text, struct strbuf *out);
/* The same as a text that lives until the next call; for the thread that has the screen. */
const char *tui_keys__text(const struct tui_key *table, const char *text);
/* Appends a line for each entry of @table that has a key. */
void tui_keys__list(const struct tui_key *table, struct strbuf *out);

#endif /* PERF_TUI_KEYS_H */
