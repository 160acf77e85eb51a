/* SPDX-License-Identifier: GPL-2.0-only */
/* perf report --hierarchy on a screen, for the files that make its tables and open what its rows stand for. */
#ifndef PERF_BUILTIN_REPORT_TREE_H
#define PERF_BUILTIN_REPORT_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "builtin-report.h"
#include "util/base/strbuf.h"
#include "util/rows/hist-tree.h"
#include "util/tui/tables.h"
#include "util/view/view-filter.h"

struct browser_row;

struct zooms {
	struct view_zoom *list;
	size_t nr, cap;
};

/* The table of an event. */
struct tree_table {
	const struct hist *h;
	struct hist_tree tree;
	struct zooms zooms;
};

struct tree_screen {
	struct report *r;
	struct tables tables;
	struct tree_table *list;	/* one for each of these */
	size_t nr;
	struct strbuf path;
	bool left;
};

/* Of the row that is asked about. NULL: there is none, or the row only says that nothing is there. */
const struct hist_entry *tree_screen__entry(const struct tree_screen *s, const struct tables_ask *ask);
/* So many keys all samples of the row have in common. */
size_t tree_screen__nr_keys(const struct tree_screen *s, const struct tables_ask *ask);
/* Of the first @nr levels, that of the key @name; or NULL. */
const struct column *tree_screen__key_named(const struct hist_tree *t, size_t nr, const char *name);
/* Tells where the key @name, which the row asked about has not, can be had. */
void tree_screen__say_where(const struct tree_screen *s, const struct tables_ask *ask, const char *name);

/* builtin-report-tree-open.c: the samples of the row, or what they lack, by the command that was given. */
void tree_screen__show_samples(struct tree_screen *s, const struct tables_ask *ask);
/* What samples of @row lack; NULL: those of all rows. */
void tree_screen__show_missing(struct tree_screen *s, const struct tables_ask *ask, const struct browser_row *row);
enum tables_then tree_screen__show_code(struct tree_screen *s, const struct tables_ask *ask);

#endif /* PERF_BUILTIN_REPORT_TREE_H */
