/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of commands whose output is tables. */
#ifndef PERF_TUI_TABLES_H
#define PERF_TUI_TABLES_H

#include <stdbool.h>

#include "util/output/table.h"
#include "util/tui/keys.h"

/* A key that was pressed. */
struct tables_ask {
	enum tui_command command;
	size_t table;			/* number of the one that is shown, ... */
	uint32_t row;			/* ... and of its row that was chosen; TABLE_NO_ROW: there is none */
	char *message;			/* of @size bytes: what is to be said */
	size_t size;
	void (*redraw)(void *screen);	/* draws what lies behind a box */
	void *screen;
};

enum tables_then {
	TABLES_NOT_MINE,		/* the key is as it is in other tables */
	TABLES_AS_BEFORE,
	TABLES_OTHERS,			/* ->renew() makes others, as many as there were */
	TABLES_LEFT			/* perf is to end */
};

/* Of a command whose tables have keys of their own. */
struct tables_more {
	const struct tui_key *keys;	/* all of the screen */
	enum tables_then (*act)(void *ctx, const struct tables_ask *ask);
	/*
	 * Makes the tables anew. What was done with them is done again: rows are known by the names in their last
	 * column, and by those above.
	 */
	void (*renew)(void *ctx);
	/* What is to be told above the table number @table, such as the zooms; "": nothing. Lives until the next call. */
	const char *(*path)(void *ctx, size_t table);
	void *ctx;
};

struct tables_opts {
	const struct tables *tables;	/* at least one */
	bool colors, mouse, headers;	/* @headers: titles of columns */
	bool is_open;			/* the screen, already: see opening.h */
	const struct tables_more *more;	/* or NULL */
};

/*
 * Shows the tables until the user leaves. Returns false, and nothing has happened, if no screen can be opened; *@ret_why says why
 * (static).
 */
bool tables__run(const struct tables_opts *o, const char **ret_why);

#endif /* PERF_TUI_TABLES_H */
