// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/view.h"

#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/rows/row-sort.h"

#define NOWHERE	UINT32_MAX

static void load(struct view *v, struct hist *h)
{
	struct row_sort shown;

	v->h = h;
	v->nr = 0;
	row_sort__init_shown(&shown, h, NULL, NULL);
	v->nr_all = shown.rows.nr;
	v->order = row_sort__take(&shown);
	v->rows = xcalloc(h->nr + 1, sizeof(*v->rows));
	v->trees = xcalloc(h->nr + 1, sizeof(struct view_tree *));
	v->totals = xmemdup(h->totals, h->nr_members * sizeof(*h->totals));
}

void view__init(struct view *v, struct hist *h, double percent_limit)
{
	*v = (struct view){ .whole = h, .percent_limit = percent_limit, .height = 1, .relative = h->hists->opts.filter_relative };
	load(v, h);
	view__choose_rows(v);
}

static void drop_trees(struct view *v)
{
	size_t i;

	for (i = 0; i < v->h->nr; i++) {
		view_tree__delete(v->trees[i]);
		v->trees[i] = NULL;
	}
}

static void unload(struct view *v)
{
	drop_trees(v);
	memcpy(v->h->totals, v->totals, v->h->nr_members * sizeof(*v->totals));
	free(v->totals);
	free(v->trees);
	free(v->rows);
	free(v->order);
}

static void drop_zoom(struct view_zoom *z)
{
	hist_part__delete(z->part);
	free(z->like);
	free(z->label);
}

void view__exit(struct view *v)
{
	unload(v);
	while (v->nr_zooms)
		drop_zoom(&v->zooms[--v->nr_zooms]);
	hist_part__delete(v->counts);
	view_filter__exit(&v->filter);
	view_search__exit(&v->search);
	free(v->zooms);
	*v = (struct view){ 0 };
}

const struct hist_entry *view__entry(const struct view *v, size_t row)
{
	return hist__row(v->h, v->rows[row]);
}

const struct hist_entry *view__chosen(const struct view *v)
{
	return v->nr ? view__entry(v, v->cursor.row) : NULL;
}

/* --- which rows ----------------------------------------------------------------------------------- */

static bool takes(const struct view *v, const struct hist_entry *e, struct strbuf *scratch)
{
	size_t i;

	for (i = 0; i < v->nr_zooms; i++)
		if (!view_zoom__takes(&v->zooms[i], v->h, e))
			return false;
	return view_filter__takes(&v->filter, v->h, e, scratch);
}

/* What 100 % are, if they are of what is in the view. A sample is in one row only if callees are left out. */
static void add_up(struct view *v)
{
	struct hist *h = v->h;
	unsigned int m;
	size_t i;

	memcpy(h->totals, v->totals, h->nr_members * sizeof(*v->totals));
	h->hists->opts.filter_relative = v->relative;
	if (!v->filter.nr && !v->nr_zooms)
		return;
	for (m = 0; m < h->nr_members; m++) {
		struct hist_totals *t = &h->totals[m];

		t->shown_nr = t->shown_period = t->shown_latency = 0;
		for (i = 0; i < v->nr; i++) {
			const struct hist_stat *s = &view__entry(v, i)->common->self[m];

			t->shown_nr += s->nr;
			t->shown_period += s->period;
			t->shown_latency += hist_stat__detail(s)->latency;
		}
	}
}

static void leave_small_ones_out(struct view *v)
{
	size_t i, nr = 0;

	for (i = 0; i < v->nr; i++)
		if (hist_entry__percent(v->h, view__entry(v, i)) >= v->percent_limit)
			v->rows[nr++] = v->rows[i];
	v->nr = nr;
}

/* The row @number, or where it would be: the first one behind it in the order of all rows that is there. */
static void stay_on(struct view *v, uint32_t number)
{
	size_t i, row = 0;

	for (i = 0; i < v->nr_all && row < v->nr && number != NOWHERE; i++) {
		if (v->order[i] == number)
			break;
		row += v->rows[row] == v->order[i];
	}
	if (row >= v->nr || v->rows[row] != number)
		v->cursor.line = 0;
	v->cursor.row = row < v->nr ? row : v->nr ? v->nr - 1 : 0;
}

void view__choose_rows(struct view *v)
{
	uint32_t number = v->nr ? v->rows[v->cursor.row] : NOWHERE;
	size_t below = v->cursor.row - v->top.row, i;
	struct strbuf scratch = STRBUF_INIT;

	v->nr = 0;
	for (i = 0; i < v->nr_all; i++)
		if (takes(v, hist__row(v->h, v->order[i]), &scratch))
			v->rows[v->nr++] = v->order[i];
	strbuf__exit(&scratch);
	add_up(v);
	if (v->percent_limit > 0)
		leave_small_ones_out(v);
	stay_on(v, number);
	/* The cursor stays at its height of the window, too. */
	v->top = (struct view_pos){ v->cursor.row > below ? v->cursor.row - below : 0, 0 };
	view_search__again(v);
	view__show_cursor(v);
}

/* Goes to the row that is equal to @like, or to number @row. */
static void go_to(struct view *v, const struct hist_entry *like, size_t row)
{
	size_t i;

	if (v->nr)
		v->cursor.row = row < v->nr ? row : v->nr - 1;
	for (i = 0; like && i < v->nr; i++)
		if (!columns__compare(v->h->hists->columns, v->h, view__entry(v, i), like)) {
			v->cursor = (struct view_pos){ i, 0 };
			break;
		}
	view__show_cursor(v);
}

struct hist *view__rows_of(const struct view *v)
{
	size_t i = v->nr_zooms;

	while (i && !v->zooms[i - 1].part)
		i--;
	return i ? &v->zooms[i - 1].part->h : v->counts ? &v->counts->h : v->whole;
}

/* Of a part, latency is not known: rows are not ordered by what is not shown. */
static const struct column *order_of(const struct view *v)
{
	const struct columns *c = v->h->hists->columns;
	size_t i;

	if (v->sorted_by || !v->h->is_part || !c->nr_order || !c->order[0]->detail)
		return v->sorted_by;
	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col->value && column_use__is_shown(&c->shown[i], v->h))
			return c->shown[i].col;
	return NULL;
}

void view__use(struct view *v, struct hist *h)
{
	const struct hist_entry *chosen = view__chosen(v);
	const struct column *sorted_by = v->sorted_by;
	unsigned int event = v->sorted_event;
	size_t row = v->cursor.row;

	unload(v);
	load(v, h);
	v->cursor = v->top = (struct view_pos){ 0, 0 };
	if (!event || !view__sort_by_event(v, event))
		view__sort(v, order_of(v));
	v->sorted_by = sorted_by;
	v->sorted_event = event;
	go_to(v, chosen, row);
}

void view__set_filter(struct view *v, const char *text)
{
	view_filter__set(&v->filter, v, text);
	view__choose_rows(v);
}

void view__set_limit(struct view *v, double percent)
{
	v->percent_limit = percent;
	view__choose_rows(v);
}

void view__set_relative(struct view *v, bool on)
{
	v->relative = on;
	view__choose_rows(v);
	/* Which branches are too small to be shown depends on the total. */
	drop_trees(v);
	v->cursor.line = 0;
	view__show_cursor(v);
}

/* --- zooms ---------------------------------------------------------------------------------------- */

const struct column *view__column(const struct view *v, const char *name, size_t len)
{
	const struct columns *c = v->h->hists->columns;
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		const struct column *col = c->shown[i].col;
		const char *words[] = { col->name, col->long_name };
		size_t k;

		for (k = 0; k < ARRAY_SIZE(words) && column__is_key(col); k++)
			if (words[k] && strlen(words[k]) == len && !strncasecmp(words[k], name, len))
				return col;
	}
	return NULL;
}

bool view__zoom(struct view *v, const struct column *col, const char *label)
{
	const struct hist_entry *e = view__chosen(v);
	struct view_zoom z = { .col = col };

	if (!e || (!col && hist_entry__level(e) != 'k'))
		return false;
	z.like = view_like__new(e);
	z.label = xstrdup(label);
	GROW(v->zooms, v->nr_zooms, v->cap_zooms);
	v->zooms[v->nr_zooms++] = z;
	view__choose_rows(v);
	return true;
}

bool view__zoom_out(struct view *v)
{
	struct view_zoom z;

	if (!v->nr_zooms)
		return false;
	z = v->zooms[--v->nr_zooms];
	if (z.part)
		view__use(v, view__rows_of(v));
	else
		view__choose_rows(v);
	drop_zoom(&z);
	return true;
}

void view__path(const struct view *v, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < v->nr_zooms; i++)
		strbuf__addf(out, "%s%s", i ? " > " : "", v->zooms[i].label);
}
