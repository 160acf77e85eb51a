// SPDX-License-Identifier: GPL-2.0-only
/* The lines of a table: folding, the cursor, the window. table-rows.c chooses and orders the rows. */
#include "util/view/table-view.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

void table_view__init(struct table_view *v, const struct table *t)
{
	size_t i;

	*v = (struct table_view){ .table = t, .height = 1, .sorted_by = TABLE_AS_GIVEN };
	v->order = xcalloc(t->nr + 1, sizeof(*v->order));
	v->kept = xcalloc(t->nr + 1, sizeof(*v->kept));
	v->rows = xcalloc(t->nr + 1, sizeof(*v->rows));
	v->open = xcalloc(t->nr + 1, sizeof(*v->open));
	for (i = 0; i < t->nr; i++)
		v->order[i] = (uint32_t)i;
	table_view__choose(v, 0);
}

void table_view__exit(struct table_view *v)
{
	free(v->order);
	free(v->kept);
	free(v->rows);
	free(v->open);
	free(v->filter);
	free(v->search);
	*v = (struct table_view){ 0 };
}

const struct table_row *table_view__row(const struct table_view *v, size_t n)
{
	return &v->table->rows[v->rows[n]];
}

bool table_view__is_open(const struct table_view *v, size_t n)
{
	return v->open[v->rows[n]];
}

bool table_view__is_foldable(const struct table_view *v, size_t n)
{
	const struct table_row *r = table_view__row(v, n);

	return r->nr_below || r->has_children;
}

static size_t lines_of(const struct table_view *v, size_t n)
{
	return table_view__is_open(v, n) ? 1 + (size_t)table_view__row(v, n)->nr_below : 1;
}

const char *table_view__below(const struct table_view *v, struct table_pos pos, size_t *ret_len)
{
	return table_row__line(table_view__row(v, pos.row), pos.line, ret_len);
}

bool table_view__next(const struct table_view *v, struct table_pos *pos)
{
	if (pos->row >= v->nr)
		return false;
	if (pos->line + 1 < lines_of(v, pos->row)) {
		pos->line++;
		return true;
	}
	if (pos->row + 1 >= v->nr)
		return false;
	*pos = (struct table_pos){ pos->row + 1, 0 };
	return true;
}

static bool previous(const struct table_view *v, struct table_pos *pos)
{
	if (pos->line) {
		pos->line--;
		return true;
	}
	if (!pos->row || !v->nr)
		return false;
	pos->row--;
	pos->line = lines_of(v, pos->row) - 1;
	return true;
}

static bool before(struct table_pos a, struct table_pos b)
{
	return a.row < b.row || (a.row == b.row && a.line < b.line);
}

/* How many lines lie between; no more than @most. */
static size_t distance(const struct table_view *v, struct table_pos from, struct table_pos to, size_t most)
{
	size_t n;

	for (n = 0; n < most && before(from, to) && table_view__next(v, &from); n++)
		;
	return n;
}

/* The window follows the cursor, and has no empty lines while there are some above it. */
static void show_cursor(struct table_view *v)
{
	struct table_pos last;
	size_t i;

	if (!v->nr) {
		v->top = v->cursor = (struct table_pos){ 0, 0 };
		return;
	}
	if (v->cursor.row >= v->nr)
		v->cursor = (struct table_pos){ v->nr - 1, 0 };
	if (v->cursor.line >= lines_of(v, v->cursor.row))
		v->cursor.line = 0;
	if (v->top.row >= v->nr || v->top.line >= lines_of(v, v->top.row) || before(v->cursor, v->top))
		v->top = v->cursor;
	if (distance(v, v->top, v->cursor, v->height) >= v->height) {
		v->top = v->cursor;
		for (i = 1; i < v->height && previous(v, &v->top); i++)
			;
	}
	last = (struct table_pos){ v->nr - 1, lines_of(v, v->nr - 1) - 1 };
	for (i = distance(v, v->top, last, v->height) + 1; i < v->height && previous(v, &v->top); i++)
		;
}

void table_view__set_height(struct table_view *v, size_t lines)
{
	v->height = lines ? lines : 1;
	show_cursor(v);
}

void table_view__move(struct table_view *v, long lines)
{
	for (; lines > 0 && table_view__next(v, &v->cursor); lines--)
		;
	for (; lines < 0 && previous(v, &v->cursor); lines++)
		;
	show_cursor(v);
}

/* The last line of the window. */
static struct table_pos bottom(const struct table_view *v)
{
	struct table_pos pos = v->top;
	size_t i;

	for (i = 1; i < v->height && table_view__next(v, &pos); i++)
		;
	return pos;
}

void table_view__scroll(struct table_view *v, long lines)
{
	struct table_pos end = bottom(v);

	for (; lines > 0 && table_view__next(v, &end); lines--)
		table_view__next(v, &v->top);
	for (; lines < 0 && previous(v, &v->top); lines++)
		;
	end = bottom(v);
	if (before(v->cursor, v->top))
		v->cursor = v->top;
	if (before(end, v->cursor))
		v->cursor = end;
	show_cursor(v);
}

void table_view__home(struct table_view *v)
{
	v->cursor = (struct table_pos){ 0, 0 };
	show_cursor(v);
}

void table_view__end(struct table_view *v)
{
	if (v->nr)
		v->cursor = (struct table_pos){ v->nr - 1, lines_of(v, v->nr - 1) - 1 };
	show_cursor(v);
}

bool table_view__point_at(struct table_view *v, size_t n)
{
	struct table_pos pos = v->top;

	if (n >= v->height || pos.row >= v->nr)
		return false;
	for (; n; n--)
		if (!table_view__next(v, &pos))
			return false;
	v->cursor = pos;
	return true;
}

bool table_view__toggle(struct table_view *v)
{
	uint32_t number;

	if (!v->nr || !table_view__is_foldable(v, v->cursor.row))
		return false;
	number = v->rows[v->cursor.row];
	v->open[number] ^= true;
	v->cursor.line = 0;
	if (v->table->rows[number].has_children)
		table_view__choose(v, number);
	show_cursor(v);
	return true;
}

void table_view__unfold_all(struct table_view *v, bool open)
{
	uint32_t number = v->nr ? v->rows[v->cursor.row] : 0;
	size_t i;

	for (i = 0; i < v->table->nr; i++)
		v->open[i] = open;
	v->cursor.line = v->top.line = 0;
	table_view__choose(v, number);
	show_cursor(v);
}

/* Rows below others have larger numbers. */
void table_view__unfold_row(struct table_view *v, bool open)
{
	const struct table *t = v->table;
	uint32_t number;
	bool *below;
	size_t i;

	if (!v->nr)
		return;
	number = v->rows[v->cursor.row];
	below = xcalloc(t->nr, sizeof(*below));
	below[number] = true;
	for (i = number; i < t->nr; i++) {
		below[i] |= t->rows[i].parent != TABLE_NO_ROW && below[t->rows[i].parent];
		if (below[i])
			v->open[i] = open;
	}
	free(below);
	v->cursor.line = 0;
	table_view__choose(v, number);
	show_cursor(v);
}

static size_t count_open(const struct table_view *v)
{
	size_t nr = 0, i;

	for (i = 0; i < v->table->nr; i++)
		nr += v->open[i];
	return nr;
}

void table_view__toggle_row(struct table_view *v)
{
	size_t before = count_open(v);

	table_view__unfold_row(v, true);
	if (count_open(v) == before)
		table_view__unfold_row(v, false);
}
