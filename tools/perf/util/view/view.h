/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What somebody sees of a report who walks around in it: which rows, in which order, what is unfolded, where the cursor is.
 * Nothing here knows of a terminal. A view has pointers and numbers only, and no text but what it was asked to look for: a row's
 * text is made by who draws it.
 *
 *	rows of a histogram --> order --> zooms, filter, limit --> rows of the view
 *	a row of the view   --> its line, and one for each frame that is unfolded below it
 */
#ifndef PERF_VIEW_VIEW_H
#define PERF_VIEW_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/rows/hist-part.h"
#include "util/rows/hist.h"
#include "util/view/view-filter.h"
#include "util/view/view-nodes.h"
#include "util/view/view-search.h"

/* A line: row number @row of the view, and the line in it; 0 is the row itself. */
struct view_pos {
	size_t row;
	uint32_t line;
};

/* What a line shows. */
struct view_line {
	const struct hist_entry *entry;	/* the row that it belongs to */
	struct view_node *node;		/* NULL: the row itself */
	const struct place *place;	/* of a frame; NULL: the row itself, or a line that tells that frames were cut */
	uint32_t frame;			/* which one of the node */
	bool foldable, open;
};

struct view {
	struct hist *whole;		/* as the report is */
	struct hist_part *counts;	/* the same with each sample weighing the same, or NULL */
	struct hist *h;			/* one of these, or, after stacks were changed, a struct hist_part of it */
	double percent_limit;		/* smaller rows are left out */
	uint32_t *order;		/* numbers of all rows of the table, as they are sorted */
	size_t nr_all;
	uint32_t *rows;			/* those of the view */
	size_t nr;
	struct view_tree **trees;	/* by the row's number; NULL: nobody has unfolded it */
	bool all_open;			/* rows without a tree are unfolded when they are looked at */
	struct view_pos top, cursor;	/* the first line of the window, and the chosen one */
	size_t height;			/* lines of the window */
	const struct column *sorted_by;	/* NULL: as the report is */
	unsigned int sorted_event;	/* of a group: by its number of this event, if that is not 0; then ->sorted_by is NULL */
	struct view_filter filter;
	struct view_zoom *zooms;
	size_t nr_zooms, cap_zooms;
	struct view_search search;
	bool relative;			/* percent of what is in the view */
	struct hist_totals *totals;	/* as the report counted them */
	const struct hist_watch *watch;	/* who may end what takes long; NULL: nobody. Borrowed */
};

/* @h is finished and borrowed; its order and rows stay as they are. Chains and sums may come to its hists, which nobody sees there. */
void view__init(struct view *v, struct hist *h, double percent_limit);
void view__exit(struct view *v);

/* Chooses rows anew, after the filter, a zoom, the limit or the order has changed. The cursor stays on its row if that is still there. */
void view__choose_rows(struct view *v);
/* The rows that all steps of the way lead to. Internal to view*.c. */
struct hist *view__rows_of(const struct view *v);
/* Shows the rows of @h in place of those that are shown. The cursor stays on a row that is equal. Internal to view*.c. */
void view__use(struct view *v, struct hist *h);
/* The row, which must be there. */
const struct hist_entry *view__entry(const struct view *v, size_t row);
/* The one that the cursor is on; NULL: there are no rows. */
const struct hist_entry *view__chosen(const struct view *v);

/* Orders rows by a column (one of those that are shown; NULL: as the report is). */
void view__sort(struct view *v, const struct column *col);
/* The next column that is shown, behind the last one the report's own order (NULL); @back: the column before. */
const struct column *view__next_order(const struct view *v, bool back);
/* Orders rows of a group by their numbers of event @n, the first one being 0. False: there is none, and nothing changes. */
bool view__sort_by_event(struct view *v, unsigned int n);

/* Looks only for @text from now on (see view-filter.h); "" for all. */
void view__set_filter(struct view *v, const char *text);
void view__set_limit(struct view *v, double percent);
/* Percent of what is in the view, or of everything. */
void view__set_relative(struct view *v, bool on);
/*
 * Only rows that are equal to the chosen one in @col; NULL: only the kernel's. Returns false if there is no such row. @label is
 * copied.
 */
bool view__zoom(struct view *v, const struct column *col, const char *label);
/* Takes the last zoom, or the last change of stacks, back; false: there is none. */
bool view__zoom_out(struct view *v);
/* The column of that name which rows have, or NULL. */
const struct column *view__column(const struct view *v, const char *name, size_t len);
/* The way into the view, "" if it is the whole report: "comm bash > dso libc.so.6". */
void view__path(const struct view *v, struct strbuf *out);

/* --- stacks: view-stacks.c --- */

enum view_changed {
	VIEW_AS_BEFORE,			/* no stack would be another one */
	VIEW_STOPPED,			/* by v->watch; nothing has changed */
	VIEW_CHANGED
};

/*
 * Changes all stacks, and all rows with them; with rows that are not shown, too. @label is copied, for the path. view__zoom_out() takes it
 * back.
 */
enum view_changed view__change_stacks(struct view *v, enum stack_change what, const struct place *function, const char *label);
/*
 * Whether periods count (time, with --off-cpu), or the number of samples: in percentages, bars, branches, boxes and the order. Zooms and
 * changes of stacks stay.
 */
void view__set_by_count(struct view *v, bool on);
/* Are stacks changed? */
bool view__has_changes(const struct view *v);
/* Why stacks of these rows cannot be changed (static); NULL: they can. */
const char *view__no_change(const struct view *v);

/* --- lines: view-lines.c --- */

/* How many lines the row has, its own among them. Makes its tree if it is unfolded. */
uint32_t view__nr_lines(struct view *v, size_t row);
struct view_line view__line(struct view *v, struct view_pos pos);
/* Line @n of those that are unfolded in a tree; of no row. */
struct view_line view_tree__line(const struct view_tree *t, uint32_t n);
/* The next or the last line; false, and nothing changes, at the ends. */
bool view__next(struct view *v, struct view_pos *pos);
bool view__prev(struct view *v, struct view_pos *pos);
/* Moves the cursor by so many lines, or as far as there are some; the window follows. */
void view__move(struct view *v, long lines);
/* Moves the window, and the cursor with it if that would leave it. */
void view__scroll(struct view *v, long lines);
void view__home(struct view *v);
void view__end(struct view *v);
void view__set_height(struct view *v, size_t lines);
/* The window is moved until the cursor is in it. */
void view__show_cursor(struct view *v);
/* Puts the cursor on line @n of the window, if there is one. */
bool view__point_at(struct view *v, size_t n);

/* The chosen line: unfolds it, or folds it, or the row if it is a frame without anything below. False: there is nothing to fold. */
bool view__toggle(struct view *v);
/* The chosen row with all that is below. */
void view__unfold_row(struct view *v, bool open);
/* Unfolds all of it, or folds it if all was unfolded. */
void view__toggle_row(struct view *v);
void view__unfold_all(struct view *v, bool open);

#endif /* PERF_VIEW_VIEW_H */
