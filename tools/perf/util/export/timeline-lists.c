// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/timeline-lists.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* While there are more slices than this, they get longer before any stack is cut. */
#define FEWEST_SLICES	512

#define NONE	((uint32_t)-1)

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* --- rows ------------------------------------------------------------------------------------ */

static int by_slice(const void *a, const void *b)
{
	const struct timeline_row *x = a, *y = b;
	int c;

	if ((c = compare(x->slice, y->slice)) || (c = compare(x->thread, y->thread)) || (c = compare(x->cpu, y->cpu)) ||
	    (c = compare(x->event, y->event)))
		return c;
	return compare(x->node, y->node);
}

/* Rows that are equal become one. */
static void join_rows(struct timeline_rows *t)
{
	size_t i, nr = 0;

	if (t->nr)
		qsort(t->rows, t->nr, sizeof(*t->rows), by_slice);
	for (i = 0; i < t->nr; i++) {
		if (nr && !by_slice(&t->rows[nr - 1], &t->rows[i])) {
			t->rows[nr - 1].samples += t->rows[i].samples;
			t->rows[nr - 1].period += t->rows[i].period;
			t->rows[nr - 1].cut += t->rows[i].cut;
		} else {
			t->rows[nr++] = t->rows[i];
		}
	}
	t->nr = nr;
}

static uint64_t nr_slices(const struct timeline_rows *t)
{
	return t->nr ? t->rows[t->nr - 1].slice - t->rows[0].slice + 1 : 0;
}

static void double_slices(struct timeline_rows *t)
{
	size_t i;

	t->shift++;
	for (i = 0; i < t->nr; i++)
		t->rows[i].slice >>= 1;
}

static uint32_t half_way_out(const struct export_stacks *s, uint32_t node)
{
	uint32_t depth = 0, k;

	for (k = node; k; k = s->nodes[k].parent)
		depth++;
	for (k = (depth + 1) / 2; k; k--)
		node = s->nodes[node].parent;
	return node;
}

/* Rows of at most @samples samples count for a caller half way to the root. */
static void cut_stacks(struct timeline_rows *t, const struct export_stacks *s, uint64_t samples)
{
	size_t i;

	for (i = 0; i < t->nr; i++) {
		struct timeline_row *r = &t->rows[i];

		if (!r->node || r->samples > samples)
			continue;
		r->node = half_way_out(s, r->node);
		r->cut = r->samples;
	}
}

/* How many rows there were if no stack was told from another one. */
static size_t without_stacks(const struct timeline_rows *t)
{
	size_t i, nr = 0;

	for (i = 0; i < t->nr; i++) {
		const struct timeline_row *x = &t->rows[i], *y = x - 1;

		nr += !i || x->slice != y->slice || x->thread != y->thread || x->cpu != y->cpu || x->event != y->event;
	}
	return nr;
}

static void make_coarser(struct timeline_rows *t, const struct export_stacks *s)
{
	uint64_t samples = 1;

	join_rows(t);
	while (t->nr > t->max) {
		uint64_t slices = nr_slices(t);
		/* Stacks are cut when time is coarse, and if that helps: not where threads and CPUs are so many. */
		bool cut = s && slices <= FEWEST_SLICES && without_stacks(t) <= t->max / 2;

		if (cut) {
			cut_stacks(t, s, samples);
			samples = samples < UINT64_MAX / 2 ? samples * 2 : UINT64_MAX;
		} else if (slices > 1) {
			/* As long as most slices are empty or have one row, joining them joins little. */
			do
				double_slices(t);
			while (nr_slices(t) > 4 * t->max);
		} else {
			break;
		}
		join_rows(t);
	}
}

void timeline_rows__add(struct timeline_rows *t, uint64_t time, const struct timeline_row *row, const struct export_stacks *stacks)
{
	if (t->nr >= 2 * t->max) {
		make_coarser(t, stacks);
		/* What could not be joined must not be tried again at each sample. */
		if (t->nr > t->max)
			t->max = t->nr;
	}
	GROW(t->rows, t->nr, t->cap);
	t->rows[t->nr] = *row;
	t->rows[t->nr++].slice = time >> t->shift;
}

void timeline_rows__finish(struct timeline_rows *t, const struct export_stacks *stacks)
{
	size_t i;

	make_coarser(t, stacks);
	for (t->cut = 0, i = 0; i < t->nr; i++)
		t->cut += t->rows[i].cut;
}

void timeline_rows__exit(struct timeline_rows *t)
{
	free(t->rows);
	*t = (struct timeline_rows){ 0 };
}

/* --- spans ----------------------------------------------------------------------------------- */

static int by_begin(const void *a, const void *b)
{
	const struct timeline_span *x = a, *y = b;
	int c;

	if ((c = compare(x->from, y->from)) || (c = compare(x->to, y->to)) || (c = compare(x->thread, y->thread)) ||
	    (c = compare(x->cpu, y->cpu)) || (c = compare(x->kind, y->kind)))
		return c;
	return compare(x->what, y->what);
}

static int by_kind(const struct timeline_span *x, const struct timeline_span *y)
{
	int c;

	if ((c = compare(x->thread, y->thread)) || (c = compare(x->cpu, y->cpu)) || (c = compare(x->kind, y->kind)))
		return c;
	return compare(x->what, y->what);
}

/* qsort() has no context: what depends on the slices' length is in front of each entry. */
struct in_slice {
	uint64_t slice;
	bool is_long;
	struct timeline_span span;
};

static int by_slice_and_kind(const void *a, const void *b)
{
	const struct in_slice *x = a, *y = b;
	int c;

	if ((c = compare(x->slice, y->slice)) || (c = by_kind(&x->span, &y->span)))
		return c;
	return (c = compare(x->is_long, y->is_long)) ? c : by_begin(&x->span, &y->span);
}

static void join_span(struct timeline_span *to, const struct timeline_span *from)
{
	if (from->from < to->from)
		to->from = from->from;
	if (from->to > to->to)
		to->to = from->to;
	to->ns += from->ns;
	to->nr += from->nr;
	to->amount += from->amount;
}

/* Short spans of one kind that begin in the same slice become one. */
static void join_spans(struct timeline_spans *t)
{
	struct in_slice *list = xcalloc(t->nr + 1, sizeof(*list));
	uint64_t limit = (uint64_t)1 << t->shift;
	size_t i, nr = 0;

	for (i = 0; i < t->nr; i++) {
		const struct timeline_span *s = &t->list[i];

		list[i] = (struct in_slice){ s->from >> t->shift, s->to - s->from >= limit && s->nr == 1, *s };
		if (t->no_what && !list[i].is_long)
			list[i].span.what = NONE;
	}
	if (t->nr)
		qsort(list, t->nr, sizeof(*list), by_slice_and_kind);
	for (i = 0; i < t->nr; i++) {
		if (nr && !list[i].is_long && !list[i - 1].is_long && list[i].slice == list[i - 1].slice &&
		    !by_kind(&list[i].span, &list[i - 1].span))
			join_span(&t->list[nr - 1], &list[i].span);
		else
			t->list[nr++] = list[i].span;
	}
	t->nr = nr;
	free(list);
}

static void make_spans_coarser(struct timeline_spans *t)
{
	uint64_t first = UINT64_MAX, last = 0;
	size_t i;

	for (i = 0; i < t->nr; i++) {
		first = t->list[i].from < first ? t->list[i].from : first;
		last = t->list[i].to > last ? t->list[i].to : last;
	}
	while (t->nr > t->max) {
		bool all_short = t->shift >= 62 || last - first < (uint64_t)1 << t->shift, last_way = all_short && t->no_what;

		/* Slices that are long tell less than spans whose stacks are not known. */
		if (!t->no_what && (all_short || (last - first) >> t->shift <= FEWEST_SLICES))
			t->no_what = true;
		else if (!all_short)
			do
				t->shift++;
			while (t->shift < 62 && (last - first) >> t->shift > 4 * (uint64_t)t->max);
		join_spans(t);
		if (last_way)
			break;
	}
}

void timeline_spans__add(struct timeline_spans *t, const struct timeline_span *span)
{
	if (t->nr >= 2 * t->max) {
		make_spans_coarser(t);
		if (t->nr > t->max)
			t->max = t->nr;
	}
	GROW(t->list, t->nr, t->cap);
	t->list[t->nr++] = *span;
}

void timeline_spans__finish(struct timeline_spans *t)
{
	size_t i;

	make_spans_coarser(t);
	if (t->nr)
		qsort(t->list, t->nr, sizeof(*t->list), by_begin);
	for (t->merged = 0, i = 0; i < t->nr; i++)
		if (t->list[i].nr > 1)
			t->merged += t->list[i].nr;
}

void timeline_spans__exit(struct timeline_spans *t)
{
	free(t->list);
	*t = (struct timeline_spans){ 0 };
}
