// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/diff-sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/diff/rank-test.h"

static double mean(const double *v, unsigned int n)
{
	double sum = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		sum += v[i];
	return n ? sum / n : 0;
}

static double squares(const double *v, unsigned int n, double around)
{
	double sum = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		sum += (v[i] - around) * (v[i] - around);
	return sum;
}

struct diff_change diff_sides__change(const struct diff_sides_event *e, const double *values)
{
	unsigned int base = e->nr[0], now = e->nr[1];
	struct diff_change c = { .base = mean(values, base), .now = mean(values + base, now) };
	double sum = squares(values, base, c.base) + squares(values + base, now, c.now);

	c.noise = base + now > 2 ? sqrt(sum / (base + now - 2)) : (double)NAN;
	c.p = rank_test(values, base, values + base, now);
	return c;
}

double diff_sides__least(const struct diff_sides_event *e, size_t nr)
{
	double p = rank_test__least(e->nr[0], e->nr[1]) * (double)nr;

	return p < 1 ? p : 1;
}

const char *diff_change__verdict(const struct diff_change *c)
{
	return c->p > RANK_TEST_LEVEL ? "" : c->now > c->base ? "more" : "less";
}

/* Returns the mean over all runs of the row's share in percent. */
static double mean_share(const struct diff_sides_event *e, const struct diff_row *r)
{
	unsigned int i, n = e->nr[0] + e->nr[1];
	double sum = 0;

	for (i = 0; i < n; i++)
		sum += diff_share__percent(diff_event__share(e->event, r, e->runs[i]));
	return n ? sum / n : 0;
}

const char *diff_event__cell(const struct diff_event *e, const struct diff_row *r, const char *key)
{
	const char *cell = r->cells;
	size_t i;

	for (i = 0; i < e->nr_columns; i++, cell += strlen(cell) + 1) {
		if (strcmp(e->columns[i].key, key))
			continue;
		return !strcmp(key, "sym") && cell[0] == '[' && cell[1] && cell[2] == ']' && cell[3] == ' ' ? cell + 4 : cell;
	}
	return NULL;
}

static int by_change(const void *p, const void *q, void *ctx)
{
	const struct diff_sides_row *a = p, *b = q;
	const struct diff_event *e = ctx;
	double x = fabs(a->share.now - a->share.base), y = fabs(b->share.now - b->share.base);
	const char *s = a->row->cells, *t = b->row->cells;
	int order = 0;
	size_t i;

	if (x < y || x > y)
		return x > y ? -1 : 1;
	if (a->share.base < b->share.base || a->share.base > b->share.base)
		return a->share.base > b->share.base ? -1 : 1;
	for (i = 0; i < e->nr_columns && !order; i++) {
		order = strcmp(s, t);
		s += strlen(s) + 1;
		t += strlen(t) + 1;
	}
	return order;
}

static void find_runs(struct diff_sides *s, struct diff_sides_event *e)
{
	unsigned int i, n = 0;

	e->runs = xcalloc(s->table->files + 1, sizeof(*e->runs));
	for (i = 0; i < s->table->files; i++) {
		if (!e->event->totals[i])
			continue;
		e->runs[n++] = i;
		e->nr[i >= s->nr_base]++;
	}
}

static void compare_rows(struct diff_sides *s, struct diff_sides_event *e)
{
	double values[RANK_TEST_RUNS];
	unsigned int i, n = e->nr[0] + e->nr[1];
	size_t k;

	for (i = 0; i < n; i++)
		values[i] = (double)e->event->totals[e->runs[i]];
	e->total = diff_sides__change(e, values);
	e->rows = xcalloc(e->event->nr + 1, sizeof(*e->rows));
	for (k = 0; k < e->event->nr; k++) {
		const struct diff_row *r = e->event->rows[k];
		double share = mean_share(e, r);

		if (share < s->limit || share <= 0)
			continue;
		for (i = 0; i < n; i++)
			values[i] = diff_share__percent(diff_event__share(e->event, r, e->runs[i]));
		e->rows[e->nr_rows++] = (struct diff_sides_row){ r, diff_sides__change(e, values) };
	}
	qsort_r(e->rows, e->nr_rows, sizeof(*e->rows), by_change, (void *)(uintptr_t)e->event);
	s->tested += e->nr_rows;
}

/* All rows of all events are looked at, so they are corrected together. */
static void correct(struct diff_sides *s)
{
	double *p = xcalloc(s->tested + 1, sizeof(*p));
	size_t i, k, n = 0;

	for (i = 0; i < s->nr; i++)
		for (k = 0; k < s->events[i].nr_rows; k++)
			p[n++] = s->events[i].rows[k].share.p;
	rank_test__correct(p, n);
	for (i = n = 0; i < s->nr; i++)
		for (k = 0; k < s->events[i].nr_rows; k++)
			s->events[i].rows[k].share.p = p[n++];
	free(p);
}

void diff_sides__init(struct diff_sides *s, const struct diff_table *t, unsigned int nr_base, double limit)
{
	size_t i;

	*s = (struct diff_sides){ .table = t, .nr_base = nr_base, .limit = limit };
	s->events = xcalloc(t->nr + 1, sizeof(*s->events));
	for (i = 0; i < t->nr; i++) {
		struct diff_sides_event *e = &s->events[s->nr];

		/* Events that only carry records of tasks and maps have nothing to compare. */
		if (!t->events[i].samples)
			continue;
		e->event = &t->events[i];
		find_runs(s, e);
		compare_rows(s, e);
		s->nr++;
	}
	correct(s);
}

void diff_sides__exit(struct diff_sides *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++) {
		free(s->events[i].runs);
		free(s->events[i].rows);
	}
	free(s->events);
	*s = (struct diff_sides){ 0 };
}
