/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Looks for a text in all rows of a view and in all frames below them, folded or not. What was found is kept as a bit for each row
 * and each place; trees are made only for rows that somebody goes to.
 */
#ifndef PERF_VIEW_VIEW_SEARCH_H
#define PERF_VIEW_VIEW_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct place;
struct view;

struct view_search {
	char *text;			/* NULL: nothing is looked for */
	uint8_t *places;		/* a bit for each place whose name has it */
	uint8_t *rows;			/* a bit for each row of the view that has it, in itself or in a frame below */
	uint8_t *own;			/* the same for rows that have it in themselves */
	size_t nr_rows;			/* with such a bit in @rows */
};

/* Looks for @text from now on and goes to the first line from the cursor on that has it; NULL or "": for nothing any more. */
void view__search(struct view *v, const char *text);
/* Looks again after the rows of the view have changed. The cursor stays. */
void view_search__again(struct view *v);
/* Goes to the next such line, or the one before; around the ends. False: there is none. */
bool view__search_next(struct view *v, bool back);
/* Has the frame what is looked for? */
bool view_search__has_place(const struct view_search *s, const struct place *p);
/* Has the row itself? */
bool view_search__has_row(const struct view_search *s, size_t row);
/* The number of the cursor's row among those that were found, from 1 on; 0: it is none. */
size_t view_search__number(const struct view *v);
void view_search__exit(struct view_search *s);

#endif /* PERF_VIEW_VIEW_SEARCH_H */
