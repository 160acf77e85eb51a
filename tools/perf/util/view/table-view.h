/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table as somebody sees it who walks around in it: the order of its rows, which of them are shown, whose lines are unfolded,
 * where the cursor and the window are. Nothing here knows of a terminal.
 */
#ifndef PERF_VIEW_TABLE_VIEW_H
#define PERF_VIEW_TABLE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/output/table.h"

#define TABLE_AS_GIVEN	SIZE_MAX	/* no column: the order that the command has given its rows */

/* Line 0 is the row itself, and those from 1 on are what is below it. */
struct table_pos {
	size_t row, line;		/* @row: of those that are shown */
};

struct table_view {
	const struct table *table;
	uint32_t *order;		/* numbers of all rows, as they are sorted */
	uint32_t *kept;			/* of those that pass the filter, whether they are folded or not */
	size_t nr_kept;
	uint32_t *rows;			/* of those that are shown: of a tree, all that they are below of is unfolded */
	size_t nr;
	bool *open;			/* by number */
	struct table_pos top, cursor;
	size_t height;			/* lines of the window, at least 1 */
	size_t sorted_by;		/* a column, or TABLE_AS_GIVEN */
	bool reversed;
	char *filter;			/* NULL: every row */
	char *search;			/* NULL: nothing is looked for */
	size_t nr_found;		/* rows that are kept and have it, in themselves or below them */
};

/* @t is borrowed, and is not to change any more. */
void table_view__init(struct table_view *v, const struct table *t);
void table_view__exit(struct table_view *v);

/* The @n-th row that is shown. */
const struct table_row *table_view__row(const struct table_view *v, size_t n);
/* Are the lines below the @n-th row shown? */
bool table_view__is_open(const struct table_view *v, size_t n);
/* Is there something below the @n-th row: lines, or rows of a tree? */
bool table_view__is_foldable(const struct table_view *v, size_t n);
/* The text of a line below a row (@pos.line from 1 on): so many bytes of it. */
const char *table_view__below(const struct table_view *v, struct table_pos pos, size_t *ret_len);
/* Goes on to the next line. False: that was the last one. */
bool table_view__next(const struct table_view *v, struct table_pos *pos);

void table_view__set_height(struct table_view *v, size_t lines);
/* Move the cursor, or the window and the cursor only if that would leave it, as far as there are lines. */
void table_view__move(struct table_view *v, long lines);
void table_view__scroll(struct table_view *v, long lines);
void table_view__home(struct table_view *v);
void table_view__end(struct table_view *v);
/* Puts the cursor on line @n of the window, if there is one. */
bool table_view__point_at(struct table_view *v, size_t n);

/* Unfolds or folds the row of the cursor. False: there is nothing below it. */
bool table_view__toggle(struct table_view *v);
void table_view__unfold_all(struct table_view *v, bool open);
/* The row of the cursor with all rows that are below it. */
void table_view__unfold_row(struct table_view *v, bool open);
/* Unfolds all of it, or folds it if all was unfolded. */
void table_view__toggle_row(struct table_view *v);
/* Chooses the rows that are shown anew. The cursor stays on row number @number, or goes to what that is below of. Internal to table-*.c. */
void table_view__choose(struct table_view *v, uint32_t number);
/* What row number @number is below of; TABLE_NO_ROW: nothing. Internal to table-*.c, as the next two. */
static inline uint32_t table_view__parent(const struct table_view *v, uint32_t number)
{
	return v->table->rows[number].parent;
}
/* Unfolds what row number @number is below of, but not the row; the rows are still to be chosen. */
void table_view__unfold_way(struct table_view *v, uint32_t number);
/* Sets v->nr_found. */
void table_view__count_found(struct table_view *v);

/* Another order; the cursor stays on its row. @column may be TABLE_AS_GIVEN. */
void table_view__sort(struct table_view *v, size_t column, bool reversed);
/* The column behind the one by which rows are sorted, behind the last one TABLE_AS_GIVEN; @back: the one before. */
size_t table_view__next_order(const struct table_view *v, bool back);
/*
 * Shows only rows that have each word of @text (NULL, "": all), in any cell; "TITLE:WORD" looks into the column whose title begins so.
 * Of a tree, what is below and above such a row stays, too, and the way to it is unfolded.
 * Case does not matter. The cursor stays on its row, or goes to the next one that is there.
 */
void table_view__set_filter(struct table_view *v, const char *text);
/* Looks for @text (NULL, "": for nothing) from the cursor on, its line included, and goes there. */
void table_view__search(struct table_view *v, const char *text);
/* To the next line that has it, around the end. False: there is none. What is folded is unfolded. */
bool table_view__search_next(struct table_view *v, bool back);
/* Does a text have what is looked for? */
bool table_view__has(const struct table_view *v, const char *text, size_t len);

#endif /* PERF_VIEW_TABLE_VIEW_H */
