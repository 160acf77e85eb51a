// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/sample-list.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

void sample_list__init(struct sample_list *l)
{
	*l = (struct sample_list){ .height = 1 };
}

static void free_zooms(struct sample_list *l, size_t from)
{
	while (l->nr_zooms > from)
		free(l->zooms[--l->nr_zooms].label);
}

void sample_list__exit(struct sample_list *l)
{
	free_zooms(l, 0);
	free(l->rows);
	free(l->chosen);
	sample_list__init(l);
}

bool sample_list__add(struct sample_list *l, const struct sample_row *row)
{
	if (l->nr_all == UINT32_MAX)
		return false;
	GROW(l->rows, l->nr_all, l->cap);
	l->rows[l->nr_all++] = *row;
	l->nr = l->nr_all;
	return true;
}

static size_t number_of(const struct sample_list *l, size_t n)
{
	return l->chosen ? l->chosen[n] : n;
}

struct sample_row *sample_list__row(const struct sample_list *l, size_t n)
{
	return &l->rows[number_of(l, n)];
}

/* --- the cursor ----------------------------------------------------------------------------------- */

static size_t last_top(const struct sample_list *l)
{
	return l->nr > l->height ? l->nr - l->height : 0;
}

static void show_cursor(struct sample_list *l)
{
	if (l->cursor < l->top)
		l->top = l->cursor;
	if (l->cursor - l->top >= l->height)
		l->top = l->cursor - l->height + 1;
	if (l->top > last_top(l))
		l->top = last_top(l);
}

void sample_list__set_height(struct sample_list *l, size_t lines)
{
	l->height = lines ? lines : 1;
	show_cursor(l);
}

void sample_list__go(struct sample_list *l, size_t n)
{
	l->cursor = n < l->nr ? n : l->nr ? l->nr - 1 : 0;
	show_cursor(l);
}

static size_t moved(size_t from, long by, size_t end)
{
	if (by < 0)
		return from > (size_t)-by ? from - (size_t)-by : 0;
	return end - from > (size_t)by ? from + (size_t)by : end;
}

void sample_list__move(struct sample_list *l, long lines)
{
	if (l->nr)
		sample_list__go(l, moved(l->cursor, lines, l->nr - 1));
}

void sample_list__scroll(struct sample_list *l, long lines)
{
	l->top = moved(l->top, lines, last_top(l));
	if (l->cursor < l->top)
		l->cursor = l->top;
	if (l->cursor - l->top >= l->height)
		l->cursor = l->top + l->height - 1;
}

bool sample_list__point_at(struct sample_list *l, size_t n)
{
	if (n >= l->height || l->top + n >= l->nr)
		return false;
	l->cursor = l->top + n;
	return true;
}

/* --- jumps ---------------------------------------------------------------------------------------- */

bool sample_list__go_to_time(struct sample_list *l, uint64_t time)
{
	size_t low = BISECT(l->nr, mid, sample_list__row(l, mid)->time < time);

	sample_list__go(l, low);
	return low < l->nr;
}

enum sample_verdict sample_list__seek(struct sample_list *l, bool back, enum sample_verdict (*fn)(void *ctx, size_t n), void *ctx,
				      bool *ret_around)
{
	size_t n = l->cursor, i;

	*ret_around = false;
	for (i = 0; i < l->nr; i++) {
		enum sample_verdict verdict;

		if (n == (back ? 0 : l->nr - 1)) {
			n = back ? l->nr - 1 : 0;
			*ret_around = true;
		} else {
			n = back ? n - 1 : n + 1;
		}
		verdict = fn(ctx, n);
		if (verdict == SAMPLE_FOUND)
			sample_list__go(l, n);
		if (verdict != SAMPLE_OTHER)
			return verdict;
	}
	return SAMPLE_OTHER;
}

/* --- zooms ---------------------------------------------------------------------------------------- */

static uint32_t value_of(const struct sample_row *r, enum sample_zoom_kind kind)
{
	switch (kind) {
	case SAMPLE_ZOOM_THREAD:
		return r->tid;
	case SAMPLE_ZOOM_EVENT:
		return r->event;
	default:
		return r->comm;
	}
}

static bool passes(const struct sample_list *l, const struct sample_row *r)
{
	size_t i;

	for (i = 0; i < l->nr_zooms; i++)
		if (value_of(r, l->zooms[i].kind) != l->zooms[i].value)
			return false;
	return true;
}

/* The cursor stays on its sample, or goes to the one before it, and its line on the screen stays as well where it can. */
static void choose(struct sample_list *l)
{
	size_t cursor = l->nr ? number_of(l, l->cursor) : 0, line = l->cursor - l->top, cap = 0, i;

	zfree(&l->chosen);
	l->nr = l->nr_all;
	l->cursor = cursor;
	if (l->nr_zooms) {
		l->nr = 0;
		l->cursor = 0;
		for (i = 0; i < l->nr_all; i++) {
			if (!passes(l, &l->rows[i]))
				continue;
			GROW(l->chosen, l->nr, cap);
			if (i <= cursor)
				l->cursor = l->nr;
			l->chosen[l->nr++] = (uint32_t)i;
		}
	}
	l->top = l->cursor > line ? l->cursor - line : 0;
	show_cursor(l);
}

bool sample_list__zoom(struct sample_list *l, enum sample_zoom_kind kind, const char *label)
{
	static const uint32_t none[SAMPLE_ZOOM_KINDS] = { (uint32_t)-1, SAMPLE_NO_EVENT, SAMPLE_NO_COMM };
	uint32_t value;
	size_t i;

	if (!l->nr)
		return false;
	value = value_of(sample_list__row(l, l->cursor), kind);
	if (value == none[kind])
		return false;
	/* What is shown has that already. */
	for (i = 0; i < l->nr_zooms; i++)
		if (l->zooms[i].kind == kind)
			return true;
	l->zooms[l->nr_zooms++] = (struct sample_zoom){ .kind = kind, .value = value, .label = xstrdup(label) };
	choose(l);
	return true;
}

bool sample_list__zoom_out(struct sample_list *l)
{
	if (!l->nr_zooms)
		return false;
	free_zooms(l, l->nr_zooms - 1);
	choose(l);
	return true;
}

void sample_list__path(const struct sample_list *l, struct strbuf *out)
{
	static const char *const names[SAMPLE_ZOOM_KINDS] = { "thread", "event", "command" };
	size_t i;

	for (i = 0; i < l->nr_zooms; i++)
		strbuf__addf(out, "%s%s %s", i ? " > " : "", names[l->zooms[i].kind], l->zooms[i].label);
}
