/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the screen of tables share. Internal to tables*.c. */
#ifndef PERF_TUI_TABLES_STATE_H
#define PERF_TUI_TABLES_STATE_H

#include <stdio.h>

#include "util/base/strbuf.h"
#include "util/tui/tables.h"
#include "util/view/table-view.h"

struct table_screen {
	const struct tables_opts *opts;
	struct table_view *views;	/* one for each table */
	int **widths;			/* cells that the widest text of each column takes, by table */
	size_t current;
	struct table_view *view;	/* the current one */
	int *fitted;			/* widths of its columns on this screen; 0: it is left out */
	size_t skipped;			/* the first columns of numbers, which are left out */
	bool cut;			/* columns at the end have no room */
	int first_line;			/* of the screen, with a row */
	bool headers, mouse, left;
	bool no_cursor;			/* no line is chosen */
	char message[256];		/* for the line at the bottom, until the next key */
};

/* tables-draw.c: the whole picture but for what lies over it. For redraw() of struct line_edit and others. */
void tables__draw(void *screen);
/* The part of it from line @y on, without the last line. */
void tables__draw_rows(struct table_screen *s, int y);
/* tables.c: how many cells the widest text of each column takes; the caller frees them. */
int *tables__widths(const struct table *t);
/* Views of all tables; and the end of them. */
void tables__begin(struct table_screen *s);
void tables__end(struct table_screen *s);
void tables__choose_table(struct table_screen *s, size_t n);
/* tables-more.c: the keys of this screen. */
const struct tui_key *tables__keys(const struct table_screen *s);
/* Does what the command that has made the tables does at a key. False: nothing, it is for all tables. */
bool tables__more(struct table_screen *s, enum tui_command command);
/* tables-text.c: a line "TITLE: text" for each column of the chosen row, and the lines below it. */
void tables__whole(const struct table_screen *s, struct strbuf *out);
/* Writes what is shown, to its end, into perf.table.N. The outcome is s->message. */
void tables__save(struct table_screen *s);

#define tables__say(s, ...)	snprintf((s)->message, sizeof((s)->message), __VA_ARGS__)

#endif /* PERF_TUI_TABLES_STATE_H */
