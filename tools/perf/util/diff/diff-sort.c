// SPDX-License-Identifier: GPL-2.0-only
/* The order of the rows of `perf diff`. */
#include <stdlib.h>
#include <string.h>

#include "util/diff/diff-table.h"

struct sorting {
	const struct diff_event *event;
	const struct diff_compute *compute;
	unsigned int files, by;
};

static int larger_first(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

static int by_period(const struct diff_row *a, const struct diff_row *b, unsigned int file)
{
	return larger_first(a->counts[file].period, b->counts[file].period);
}

/* Rows that a recording lacks come last, those without a value before them. */
static int by_value(const struct sorting *s, const struct diff_row *a, const struct diff_row *b, unsigned int file)
{
	bool has_a = a->counts[file].nr, has_b = b->counts[file].nr;
	double x = 0, y = 0;

	if (!has_a || !has_b)
		return (int)has_b - (int)has_a;
	has_a = diff_compute__value(s->compute, diff_event__share(s->event, a, 0), diff_event__share(s->event, a, file), &x);
	has_b = diff_compute__value(s->compute, diff_event__share(s->event, b, 0), diff_event__share(s->event, b, file), &y);
	if (!has_a && !has_b)
		return by_period(a, b, file);
	if (!has_a || !has_b)
		return (int)has_b - (int)has_a;
	return x > y ? -1 : x < y;
}

/* Functions by their names, whether they are the kernel's or not. */
static const char *without_level(const char *cell)
{
	return cell[0] == '[' && cell[1] && cell[2] == ']' && cell[3] == ' ' ? cell + 4 : cell;
}

static int by_text(const struct diff_event *e, const struct diff_row *a, const struct diff_row *b)
{
	const char *x = a->cells, *y = b->cells;
	size_t i;
	int r = 0;

	for (i = 0; !r && i < e->nr_columns; i++) {
		r = strcmp(without_level(x), without_level(y));
		if (!r)
			r = strcmp(x, y);
		x += strlen(x) + 1;
		y += strlen(y) + 1;
	}
	return r;
}

static int compare(const void *p, const void *q, void *ctx)
{
	const struct diff_row *a = *(struct diff_row *const *)p, *b = *(struct diff_row *const *)q;
	const struct sorting *s = ctx;
	int r = s->by ? by_value(s, a, b, s->by) : 0;
	unsigned int i;

	if (!r)
		r = by_period(a, b, 0);
	for (i = 1; !r && i < s->files; i++)
		r = by_value(s, a, b, i);
	return r ? r : by_text(s->event, a, b);
}

void diff_event__sort(struct diff_event *e, const struct diff_table *t, const struct diff_compute *c, unsigned int by)
{
	struct sorting s = { e, c, t->files, by };

	if (e->nr)
		qsort_r(e->rows, e->nr, sizeof(*e->rows), compare, &s);
}
