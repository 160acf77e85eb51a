// SPDX-License-Identifier: GPL-2.0-only
/* Another order of the rows of a view. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/columns.h"
#include "util/view/view.h"

struct sorting {
	const struct hist *h;
	const struct column *col;
	const uint32_t *ranks;		/* in the report's own order, by the row's number */
};

static uint64_t value(const struct column *col, const struct hist_entry *e)
{
	return col->value(col->acc && e->common->acc ? e->common->acc : e->common->self);
}

static int compare(const void *va, const void *vb, void *ctx)
{
	const uint32_t a = *(const uint32_t *)va, b = *(const uint32_t *)vb;
	const struct sorting *s = ctx;
	const struct hist_entry *x = hist__row(s->h, a), *y = hist__row(s->h, b);
	int r = 0;

	if (s->col && s->col->value)
		r = value(s->col, x) < value(s->col, y) ? 1 : value(s->col, x) > value(s->col, y) ? -1 : 0;
	else if (s->col)
		r = column__order(s->col, s->h, y, x);
	if (r)
		return r;
	return s->ranks[a] < s->ranks[b] ? -1 : s->ranks[a] > s->ranks[b];
}

void view__sort(struct view *v, const struct column *col)
{
	uint32_t *ranks = xcalloc(v->h->nr + 1, sizeof(*ranks));
	struct sorting s = { v->h, col, ranks };
	size_t i;

	for (i = 0; i < v->h->nr; i++)
		ranks[v->h->order ? v->h->order[i] : i] = (uint32_t)i;
	if (v->nr_all)
		qsort_r(v->order, v->nr_all, sizeof(*v->order), compare, &s);
	free(ranks);
	v->sorted_by = col;
	view__choose_rows(v);
}

const struct column *view__next_order(const struct view *v)
{
	const struct columns *c = v->h->hists->columns;
	bool seen = !v->sorted_by;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		if (seen && column_use__is_shown(&c->shown[i], v->h) && !c->shown[i].col->mem_stat)
			return c->shown[i].col;
		seen |= c->shown[i].col == v->sorted_by;
	}
	return NULL;
}
