// SPDX-License-Identifier: GPL-2.0-only
/* Another order of the rows of a view. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/columns.h"
#include "util/view/view.h"

struct sorting {
	const struct hist *h;
	const struct column *col;
	unsigned int event;		/* with it: @col's number of this member of a group */
	const uint32_t *ranks;		/* in the report's own order, by the row's number */
};

static uint64_t value(const struct sorting *s, const struct hist_entry *e)
{
	return s->col->value(&(s->col->acc && e->common->acc ? e->common->acc : e->common->self)[s->event]);
}

static int compare(const void *va, const void *vb, void *ctx)
{
	const uint32_t a = *(const uint32_t *)va, b = *(const uint32_t *)vb;
	const struct sorting *s = ctx;
	const struct hist_entry *x = hist__row(s->h, a), *y = hist__row(s->h, b);
	int r = 0;

	if (s->col && s->col->value)
		r = value(s, x) < value(s, y) ? 1 : value(s, x) > value(s, y) ? -1 : 0;
	else if (s->col)
		r = column__order(s->col, s->h, y, x);
	if (r)
		return r;
	return s->ranks[a] < s->ranks[b] ? -1 : s->ranks[a] > s->ranks[b];
}

static void sort(struct view *v, const struct column *col, unsigned int event)
{
	uint32_t *ranks = xcalloc(v->h->nr + 1, sizeof(*ranks));
	struct sorting s = { v->h, col, event, ranks };
	size_t i;

	for (i = 0; i < v->h->nr; i++)
		ranks[v->h->order ? v->h->order[i] : i] = (uint32_t)i;
	if (v->nr_all)
		qsort_r(v->order, v->nr_all, sizeof(*v->order), compare, &s);
	free(ranks);
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
