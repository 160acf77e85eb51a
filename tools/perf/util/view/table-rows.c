// SPDX-License-Identifier: GPL-2.0-only
/* Which rows of a table are shown, in which order, and which of them have what is looked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/view/table-view.h"

/* Shows the rows of @v->order that pass; the cursor stays on row @number, or on the next one of those that are left. */
static void choose(struct table_view *v, uint32_t number, bool (*passes)(const struct table_view *v, const struct table_row *r))
{
	size_t line = v->cursor.row - v->top.row, i, at = SIZE_MAX;
	bool behind = false, found = false;

	v->nr = 0;
	for (i = 0; i < v->table->nr; i++) {
		behind |= v->order[i] == number;
		if (!passes(v, &v->table->rows[v->order[i]]))
			continue;
		if (behind && at == SIZE_MAX) {
			at = v->nr;
			found = v->order[i] == number;
		}
		v->rows[v->nr++] = v->order[i];
	}
	v->cursor.row = at != SIZE_MAX ? at : v->nr ? v->nr - 1 : 0;
	if (!found)
		v->cursor.line = 0;
	v->top = (struct table_pos){ v->cursor.row > line ? v->cursor.row - line : 0, 0 };
	table_view__move(v, 0);
}

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

static uint32_t chosen(const struct table_view *v)
{
	return v->nr ? v->rows[v->cursor.row] : 0;
}

static bool below_has(const struct table_view *v, const struct table_row *r)
{
	return v->search && strcasestr(r->below, v->search);
}

static bool cells_have(const struct table_view *v, const struct table_row *r)
{
	size_t i;

	for (i = 0; v->search && i < v->table->nr_columns; i++)
		if (strcasestr(r->cells[i].text, v->search))
			return true;
	return false;
}

static void count_found(struct table_view *v)
{
	size_t i;

	v->nr_found = 0;
	for (i = 0; v->search && i < v->nr; i++)
		v->nr_found += cells_have(v, table_view__row(v, i)) || below_has(v, table_view__row(v, i));
}

void table_view__set_filter(struct table_view *v, const char *text)
{
	uint32_t number = chosen(v);

	zfree(&v->filter);
	if (text && text[strspn(text, " ")])
		v->filter = xstrdup(text);
	choose(v, number, passes);
	count_found(v);
}

/* --- the order ------------------------------------------------------------------------------------ */

static int by_value(double a, double b)
{
	if (isnan(a) || isnan(b))
		return (int)isnan(a) - (int)isnan(b);
	return a > b ? -1 : a < b;
}

static int compare(const void *p, const void *q, void *ctx)
{
	const struct table_view *v = ctx;
	uint32_t x = *(const uint32_t *)p, y = *(const uint32_t *)q;
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

void table_view__sort(struct table_view *v, size_t column, bool reversed)
{
	uint32_t number = chosen(v);

	v->sorted_by = column < v->table->nr_columns ? column : TABLE_AS_GIVEN;
	v->reversed = reversed;
	if (v->table->nr)
		qsort_r(v->order, v->table->nr, sizeof(*v->order), compare, v);
	choose(v, number, passes);
}

size_t table_view__next_order(const struct table_view *v)
{
	size_t next = v->sorted_by == TABLE_AS_GIVEN ? 0 : v->sorted_by + 1;

	return next < v->table->nr_columns ? next : TABLE_AS_GIVEN;
}

/* --- the search ----------------------------------------------------------------------------------- */

bool table_view__has(const struct table_view *v, const char *text, size_t len)
{
	size_t n = v->search ? strlen(v->search) : 0, i;

	for (i = 0; n && i + n <= len; i++)
		if (!strncasecmp(text + i, v->search, n))
			return true;
	return false;
}

/* Whether the line has it; lines of folded rows count. */
static bool line_has(const struct table_view *v, struct table_pos pos)
{
	const char *text;
	size_t len;

	if (!pos.line)
		return cells_have(v, table_view__row(v, pos.row));
	text = table_view__below(v, pos, &len);
	return table_view__has(v, text, len);
}

static void go_to(struct table_view *v, struct table_pos pos)
{
	if (pos.line)
		v->open[v->rows[pos.row]] = true;
	v->cursor = pos;
	table_view__move(v, 0);
}

/* The first line of the row from @pos.line on that has it (@back: the last one up to it). */
static bool find_in_row(const struct table_view *v, struct table_pos *pos, bool back)
{
	size_t end = table_view__row(v, pos->row)->nr_below;

	if (pos->line > end)
		pos->line = end;
	for (;; pos->line += back ? (size_t)-1 : 1) {
		if (line_has(v, *pos))
			return true;
		if (pos->line == (back ? 0 : end))
			return false;
	}
}

/* From @pos on, its line included, and around the end as far as the row of the cursor. */
static bool find(struct table_view *v, struct table_pos pos, bool back)
{
	size_t i;

	for (i = 0; i <= v->nr; i++) {
		const struct table_row *r = table_view__row(v, pos.row);

		if ((cells_have(v, r) || below_has(v, r)) && find_in_row(v, &pos, back)) {
			go_to(v, pos);
			return true;
		}
		if (back)
			pos.row = pos.row ? pos.row - 1 : v->nr - 1;
		else
			pos.row = pos.row + 1 < v->nr ? pos.row + 1 : 0;
		pos.line = back ? table_view__row(v, pos.row)->nr_below : 0;
	}
	return false;
}

void table_view__search(struct table_view *v, const char *text)
{
	zfree(&v->search);
	if (text && *text)
		v->search = xstrdup(text);
	count_found(v);
	if (v->nr_found)
		find(v, v->cursor, false);
}

bool table_view__search_next(struct table_view *v, bool back)
{
	struct table_pos pos = v->cursor;

	if (!v->nr_found)
		return false;
	if (back && !pos.line) {
		pos.row = pos.row ? pos.row - 1 : v->nr - 1;
		pos.line = table_view__row(v, pos.row)->nr_below;
	} else if (back) {
		pos.line--;
	} else if (pos.line >= table_view__row(v, pos.row)->nr_below) {
		pos = (struct table_pos){ pos.row + 1 < v->nr ? pos.row + 1 : 0, 0 };
	} else {
		pos.line++;
	}
	return find(v, pos, back);
}
