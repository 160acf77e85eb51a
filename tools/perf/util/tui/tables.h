/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of commands whose output is tables. */
#ifndef PERF_TUI_TABLES_H
#define PERF_TUI_TABLES_H

#include <stdbool.h>

#include "util/output/table.h"

struct tables_opts {
	const struct tables *tables;	/* at least one */
	bool colors, mouse, headers;	/* @headers: titles of columns */
	bool is_open;			/* the screen, already: see opening.h */
};

/*
 * Shows the tables until the user leaves. Returns false, and nothing has happened, if no screen can be opened; *@ret_why says why
 * (static).
 */
bool tables__run(const struct tables_opts *o, const char **ret_why);

#endif /* PERF_TUI_TABLES_H */
