// SPDX-License-Identifier: GPL-2.0-only
/* Which rows of a table are shown, and in which order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/view/table-view.h"

/* --- the filter ----------------------------------------------------------------------------------- */

static bool contains(const char *text, const char *word, size_t len)
{
	for (; *text; text++)
		if (!strncasecmp(text, word, len))
			return true;
	return !len;
}

/* The column of "TITLE:", or the number of columns. */
static size_t column_named(const struct table *t, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < t->nr_columns && (!len || strncasecmp(t->columns[i].title, name, len)); i++)
		;
	return i;
}

static bool row_has(const struct table *t, const struct table_row *r, const char *word, size_t len)
{
	const char *colon = memchr(word, ':', len);
	size_t i, column = colon ? column_named(t, word, (size_t)(colon - word)) : t->nr_columns;

	if (column < t->nr_columns)
		return contains(r->cells[column].text, colon + 1, len - (size_t)(colon + 1 - word));
	for (i = 0; i < t->nr_columns; i++)
		if (contains(r->cells[i].text, word, len))
			return true;
	return false;
}

static bool passes(const struct table_view *v, const struct table_row *r)
{
	const char *word = v->filter;
	size_t len;

	for (; word && *(word += strspn(word, " ")); word += len) {
		len = strcspn(word, " ");
		if (!row_has(v->table, r, word, len))
			return false;
	}
	return true;
}

/* --- which rows are shown ------------------------------------------------------------------------- */

/* Which rows pass, by number; of a tree with what is above and below them. The caller frees it. */
static bool *keep(const struct table_view *v)
{
	size_t nr = v->table->nr, i;
	bool *kept = xcalloc(nr + 1, sizeof(*kept)), *down = xcalloc(nr + 1, sizeof(*down));

	for (i = 0; i < nr; i++) {
		uint32_t up = table_view__parent(v, (uint32_t)i);

		down[i] = (up != TABLE_NO_ROW && down[up]) || passes(v, &v->table->rows[i]);
		kept[i] = down[i];
		/* Its own parents have been looked at; the way ends where one is kept. */
		for (; kept[i] && up != TABLE_NO_ROW && !kept[up]; up = table_view__parent(v, up))
			kept[up] = true;
	}
	free(down);
	return kept;
}

/* The row itself, or what it is below of, as far up as it has to be to be seen. */
static uint32_t seen(const struct table_view *v, const bool *shown, uint32_t number)
{
	while (!shown[number] && table_view__parent(v, number) != TABLE_NO_ROW)
		number = table_view__parent(v, number);
	return number;
}

/* Puts the cursor on row @number, or on the next one of those that are shown. */
static void put_cursor(struct table_view *v, const bool *shown, uint32_t number)
{
	size_t line = v->cursor.row - v->top.row, i, at = 0;
	uint32_t wanted = v->table->nr ? seen(v, shown, number) : 0;

	for (i = 0; i < v->table->nr && v->order[i] != wanted; i++)
		at += shown[v->order[i]];
	if (at >= v->nr)
		at = v->nr ? v->nr - 1 : 0;
	if (!v->nr || v->rows[at] != number)
		v->cursor.line = 0;
	v->cursor.row = at;
	v->top = (struct table_pos){ at > line ? at - line : 0, 0 };
	table_view__move(v, 0);
}

void table_view__choose(struct table_view *v, uint32_t number)
{
	bool *kept = keep(v), *shown = xcalloc(v->table->nr + 1, sizeof(*shown));
	size_t i;

	v->nr = v->nr_kept = 0;
	/* Parents come before what is below them in every order. */
	for (i = 0; i < v->table->nr; i++) {
		uint32_t n = v->order[i], up = table_view__parent(v, n);

		if (!kept[n])
			continue;
		v->kept[v->nr_kept++] = n;
		shown[n] = up == TABLE_NO_ROW || (shown[up] && v->open[up]);
		if (shown[n])
			v->rows[v->nr++] = n;
	}
	put_cursor(v, shown, number);
	free(shown);
	free(kept);
}

static uint32_t chosen(const struct table_view *v)
{
	return v->nr ? v->rows[v->cursor.row] : 0;
}

void table_view__set_filter(struct table_view *v, const char *text)
{
	uint32_t number = chosen(v), i;

	zfree(&v->filter);
	if (text && text[strspn(text, " ")])
		v->filter = xstrdup(text);
	for (i = 0; v->filter && i < v->table->nr; i++)
		if (table_view__parent(v, i) != TABLE_NO_ROW && passes(v, &v->table->rows[i]))
			table_view__unfold_way(v, i);
	table_view__choose(v, number);
	table_view__count_found(v);
}

/* --- the order ------------------------------------------------------------------------------------ */

static int by_value(double a, double b)
{
	if (isnan(a) || isnan(b))
		return (int)isnan(a) - (int)isnan(b);
	return a > b ? -1 : a < b;
}

static int compare_cells(const struct table_view *v, uint32_t x, uint32_t y)
{
	int r = 0;

	if (v->sorted_by != TABLE_AS_GIVEN) {
		const struct table_cell *a = &v->table->rows[x].cells[v->sorted_by], *b = &v->table->rows[y].cells[v->sorted_by];

		if (v->table->columns[v->sorted_by].kind == TABLE_NUMBER)
			r = by_value(a->value, b->value);
		else
			r = strcasecmp(a->text, b->text) ?: strcmp(a->text, b->text);
	}
	if (!r)
		r = x < y ? -1 : x > y;
	return v->reversed ? -r : r;
}

static unsigned int level_of(const struct table_view *v, uint32_t number)
{
	unsigned int level = 0;

	for (; table_view__parent(v, number) != TABLE_NO_ROW; number = table_view__parent(v, number))
		level++;
	return level;
}

/* Rows of a tree are compared where their ways part; what one is below of comes before it. */
static int compare(const void *p, const void *q, void *ctx)
{
	const struct table_view *v = ctx;
	uint32_t x = *(const uint32_t *)p, y = *(const uint32_t *)q;
	unsigned int a = level_of(v, x), b = level_of(v, y), i;

	for (i = a; i > b; i--)
		x = table_view__parent(v, x);
	for (i = b; i > a; i--)
		y = table_view__parent(v, y);
	if (x == y)
		return a < b ? -1 : a > b;
	while (table_view__parent(v, x) != table_view__parent(v, y)) {
		x = table_view__parent(v, x);
		y = table_view__parent(v, y);
	}
	return compare_cells(v, x, y);
}

void table_view__sort(struct table_view *v, size_t column, bool reversed)
{
	uint32_t number = chosen(v);

	v->sorted_by = column < v->table->nr_columns ? column : TABLE_AS_GIVEN;
	v->reversed = reversed;
	if (v->table->nr)
		qsort_r(v->order, v->table->nr, sizeof(*v->order), compare, v);
	table_view__choose(v, number);
}

size_t table_view__next_order(const struct table_view *v, bool back)
{
	size_t nr = v->table->nr_columns, at = v->sorted_by == TABLE_AS_GIVEN ? nr : v->sorted_by;

	/* One more place: the order that rows were given. */
	at = (at + (back ? nr : 1)) % (nr + 1);
	return at < nr ? at : TABLE_AS_GIVEN;
}
