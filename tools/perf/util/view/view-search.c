// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/view-search.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/view/view.h"

static bool bit(const uint8_t *bits, size_t i)
{
	return bits && bits[i / 8] >> i % 8 & 1;
}

static void set_bit(uint8_t *bits, size_t i)
{
	bits[i / 8] |= (uint8_t)(1 << i % 8);
}

static void forget(struct view_search *s)
{
	zfree(&s->places);
	zfree(&s->rows);
	zfree(&s->own);
	s->nr_rows = 0;
}

void view_search__exit(struct view_search *s)
{
	forget(s);
	zfree(&s->text);
}

bool view_search__has_place(const struct view_search *s, const struct place *p)
{
	return p && bit(s->places, place__id(p));
}

bool view_search__has_row(const struct view_search *s, size_t row)
{
	return bit(s->own, row);
}

size_t view_search__number(const struct view *v)
{
	size_t i, nr = 0;

	if (!v->nr || !bit(v->search.rows, v->cursor.row))
		return 0;
	for (i = 0; i <= v->cursor.row; i++)
		nr += bit(v->search.rows, i);
	return nr;
}

static void look_at_places(struct view_search *s, const struct hists *h)
{
	size_t nr = place_table__nr(h->places), i;
	struct strbuf name = STRBUF_INIT;

	s->places = xzalloc(nr / 8 + 1);
	for (i = 0; i < nr; i++) {
		strbuf__reset(&name);
		place__print(place_table__get(h->places, (uint32_t)i), h->opts.graph.by_address, &name);
		if (strcasestr(strbuf__str(&name), s->text))
			set_bit(s->places, i);
	}
	strbuf__exit(&name);
}

/* The frames of a chain that belong to the row, as in hist_entry__tree(). */
static bool is_found(const void *ctx, uint32_t place)
{
	const struct view_search *s = ctx;

	return bit(s->places, place);
}

static bool frames_have(const struct view *v, const struct hist_entry *e)
{
	return v->h->hists->opts.graph.mode != GRAPH_NONE && hist_entry__any_place(v->h, e, is_found, &v->search);
}

void view_search__again(struct view *v)
{
	struct view_search *s = &v->search;
	struct strbuf scratch = STRBUF_INIT;
	size_t i;

	forget(s);
	if (!s->text)
		return;
	look_at_places(s, v->h->hists);
	s->rows = xzalloc(v->nr / 8 + 1);
	s->own = xzalloc(v->nr / 8 + 1);
	for (i = 0; i < v->nr; i++) {
		const struct hist_entry *e = view__entry(v, i);
		bool own = view_row__has(v->h, e, NULL, s->text, &scratch);

		if (own)
			set_bit(s->own, i);
		if (!own && !frames_have(v, e))
			continue;
		set_bit(s->rows, i);
		s->nr_rows++;
	}
	strbuf__exit(&scratch);
}

static bool has_place(void *ctx, const struct place *p)
{
	return view_search__has_place(ctx, p);
}

/* Unfolds what was found below a row. */
static void open_row(struct view *v, size_t row)
{
	struct view_tree **t = &v->trees[v->rows[row]];

	if (!frames_have(v, view__entry(v, row)))
		return;
	if (!*t)
		*t = view_tree__new(v->h, view__entry(v, row));
	view_tree__open_to(*t, has_place, &v->search);
}

/* A row whose frames are too small to be drawn is what was found itself. */
static bool found_line(struct view *v, struct view_pos pos)
{
	uint32_t i, nr;

	if (pos.line)
		return view_search__has_place(&v->search, view__line(v, pos).place);
	if (view_search__has_row(&v->search, pos.row))
		return true;
	for (i = 1, nr = view__nr_lines(v, pos.row); i < nr; i++)
		if (view_search__has_place(&v->search, view__line(v, (struct view_pos){ pos.row, i }).place))
			return false;
	return true;
}

/* The first line of the row from @line on, or the last one up to it. */
static bool find_in_row(struct view *v, size_t row, uint32_t line, bool back)
{
	uint32_t nr;

	if (!bit(v->search.rows, row))
		return false;
	open_row(v, row);
	nr = view__nr_lines(v, row);
	if (back && line >= nr)
		line = nr - 1;
	for (; line < nr; line += back ? UINT32_MAX : 1) {
		if (found_line(v, (struct view_pos){ row, line })) {
			v->cursor = (struct view_pos){ row, line };
			view__show_cursor(v);
			return true;
		}
		if (back && !line)
			break;
	}
	return false;
}

/* Rows from the cursor's on; it is looked at again at last, from its other end. */
static bool find(struct view *v, uint32_t line, bool back, bool here)
{
	size_t row = v->cursor.row, i;

	if (!v->search.nr_rows)
		return false;
	if (here && find_in_row(v, row, line, back))
		return true;
	for (i = 0; i < v->nr; i++) {
		row = back ? (row ? row - 1 : v->nr - 1) : row + 1 < v->nr ? row + 1 : 0;
		if (find_in_row(v, row, back ? UINT32_MAX : 0, back))
			return true;
	}
	return false;
}

bool view__search_next(struct view *v, bool back)
{
	if (back)
		return find(v, v->cursor.line - 1, true, v->cursor.line > 0);
	return find(v, v->cursor.line + 1, false, true);
}

void view__search(struct view *v, const char *text)
{
	zfree(&v->search.text);
	if (text && *text)
		v->search.text = xstrdup(text);
	view_search__again(v);
	(void)find(v, v->cursor.line, false, true);
}
