// SPDX-License-Identifier: GPL-2.0-only
/* Another order of the rows of a view. */
#include <stdlib.h>

#include "util/rows/columns.h"
#include "util/rows/row-sort.h"
#include "util/view/view.h"

static void sort(struct view *v, const struct column *col, unsigned int event)
{
	struct row_sort s;

	row_sort__init_shown(&s, v->h, NULL, NULL);
	if (col && col->value)
		row_sort__by_value(&s, col, event);
	else if (col)
		row_sort__by_key(&s, col, true);
	free(v->order);
	v->order = row_sort__take(&s);
	v->sorted_by = event ? NULL : col;
	v->sorted_event = event;
	view__choose_rows(v);
}

void view__sort(struct view *v, const struct column *col)
{
	sort(v, col, 0);
}

/* The number that rows are ordered by in the report. */
static const struct column *first_number(const struct columns *c)
{
	size_t i;

	for (i = 0; i < c->nr_order; i++)
		if (c->order[i]->value)
			return c->order[i];
	return NULL;
}

bool view__sort_by_event(struct view *v, unsigned int n)
{
	const struct column *col = first_number(v->h->hists->columns);

	if (n >= v->h->nr_members || !col)
		return false;
	sort(v, n ? col : NULL, n);
	return true;
}

const struct column *view__next_order(const struct view *v, bool back)
{
	const struct columns *c = v->h->hists->columns;
	const struct column *before = NULL;
	bool seen = !v->sorted_by;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		bool orders = column_use__is_shown(&c->shown[i], v->h) && !c->shown[i].col->mem_stat;

		if (!back && seen && orders)
			return c->shown[i].col;
		seen |= c->shown[i].col == v->sorted_by;
		if (back && seen && v->sorted_by)
			return before;
		if (orders)
			before = c->shown[i].col;
	}
	return back ? before : NULL;
}
