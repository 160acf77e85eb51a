// SPDX-License-Identifier: GPL-2.0-only
/* Which rows of a table have what is looked for, folded or not. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/view/table-view.h"

void table_view__unfold_way(struct table_view *v, uint32_t number)
{
	for (number = table_view__parent(v, number); number != TABLE_NO_ROW; number = table_view__parent(v, number))
		v->open[number] = true;
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

void table_view__count_found(struct table_view *v)
{
	size_t i;

	v->nr_found = 0;
	for (i = 0; v->search && i < v->nr_kept; i++) {
		const struct table_row *r = &v->table->rows[v->kept[i]];

		v->nr_found += cells_have(v, r) || below_has(v, r);
	}
}

bool table_view__has(const struct table_view *v, const char *text, size_t len)
{
	size_t n = v->search ? strlen(v->search) : 0, i;

	for (i = 0; n && i + n <= len; i++)
		if (!strncasecmp(text + i, v->search, n))
			return true;
	return false;
}

/* Positions of the search are those of all rows that pass the filter, folded or not. */
static const struct table_row *kept_row(const struct table_view *v, size_t n)
{
	return &v->table->rows[v->kept[n]];
}

/* Whether the line has it; lines of folded rows count. */
static bool line_has(const struct table_view *v, struct table_pos pos)
{
	const struct table_row *r = kept_row(v, pos.row);
	const char *text;
	size_t len;

	if (!pos.line)
		return cells_have(v, r);
	text = table_row__line(r, pos.line, &len);
	return table_view__has(v, text, len);
}

static bool is_hidden(const struct table_view *v, uint32_t number)
{
	for (number = table_view__parent(v, number); number != TABLE_NO_ROW; number = table_view__parent(v, number))
		if (!v->open[number])
			return true;
	return false;
}

static void go_to(struct table_view *v, struct table_pos pos)
{
	uint32_t number = v->kept[pos.row];

	if (is_hidden(v, number)) {
		table_view__unfold_way(v, number);
		table_view__choose(v, number);
	}
	if (pos.line)
		v->open[number] = true;
	for (v->cursor.row = 0; v->cursor.row + 1 < v->nr && v->rows[v->cursor.row] != number; v->cursor.row++)
		;
	v->cursor.line = pos.line;
	table_view__move(v, 0);
}

/* Where the cursor is among the rows of the search. */
static struct table_pos cursor(const struct table_view *v)
{
	struct table_pos pos = { 0, v->cursor.line };
	uint32_t number = v->nr ? v->rows[v->cursor.row] : 0;

	while (pos.row + 1 < v->nr_kept && v->kept[pos.row] != number)
		pos.row++;
	return pos;
}

/* The first line of the row from @pos.line on that has it (@back: the last one up to it). */
static bool find_in_row(const struct table_view *v, struct table_pos *pos, bool back)
{
	size_t end = kept_row(v, pos->row)->nr_below;

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

	for (i = 0; i <= v->nr_kept; i++) {
		const struct table_row *r = kept_row(v, pos.row);

		if ((cells_have(v, r) || below_has(v, r)) && find_in_row(v, &pos, back)) {
			go_to(v, pos);
			return true;
		}
		if (back)
			pos.row = pos.row ? pos.row - 1 : v->nr_kept - 1;
		else
			pos.row = pos.row + 1 < v->nr_kept ? pos.row + 1 : 0;
		pos.line = back ? kept_row(v, pos.row)->nr_below : 0;
	}
	return false;
}

void table_view__search(struct table_view *v, const char *text)
{
	zfree(&v->search);
	if (text && *text)
		v->search = xstrdup(text);
	table_view__count_found(v);
	if (v->nr_found)
		find(v, cursor(v), false);
}

bool table_view__search_next(struct table_view *v, bool back)
{
	struct table_pos pos = cursor(v);

	if (!v->nr_found)
		return false;
	if (back && !pos.line) {
		pos.row = pos.row ? pos.row - 1 : v->nr_kept - 1;
		pos.line = kept_row(v, pos.row)->nr_below;
	} else if (back) {
		pos.line--;
	} else if (pos.line >= kept_row(v, pos.row)->nr_below) {
		pos = (struct table_pos){ pos.row + 1 < v->nr_kept ? pos.row + 1 : 0, 0 };
	} else {
		pos.line++;
	}
	return find(v, pos, back);
}
