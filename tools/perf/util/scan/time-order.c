// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/time-order.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/bisect.h"
#include "util/base/workers.h"

void time_order__exit(struct time_order *o)
{
	free(o->entries);
	free(o->far);
	*o = (struct time_order){ 0 };
}

void time_order__empty(struct time_order *o)
{
	o->nr = o->nr_far = 0;
}

__attribute__((noinline)) uint32_t time_order__add_far(struct time_order *o, uint64_t pos)
{
	GROW(o->far, o->nr_far, o->cap_far);
	o->far[o->nr_far] = pos;
	return TIME_ORDER_FAR | (uint32_t)o->nr_far++;
}

struct time_order_entry *time_order__room(struct time_order *o, size_t nr)
{
	size_t cap = o->cap ? o->cap : 64;

	while (cap - o->nr < nr)
		cap *= 2;
	if (cap != o->cap) {
		o->entries = xreallocarray(o->entries, cap, sizeof(*o->entries));
		o->cap = cap;
	}
	return time_order__at(o, o->nr);
}

void time_order__append(struct time_order *o, const struct time_order *from, size_t begin, size_t end)
{
	size_t nr = end - begin, i;

	if (!nr)
		return;
	memcpy(time_order__room(o, nr), from->entries + begin, nr * sizeof(*o->entries));
	for (i = o->nr; from->nr_far && i < o->nr + nr; i++)
		if (o->entries[i].place & TIME_ORDER_FAR)
			o->entries[i].place = time_order__add_far(o, time_order__pos(from, &o->entries[i]));
	o->nr += nr;
}

/* Begins of the ascending runs, and @nr at the end. Returns how many runs. */
static size_t find_runs(const struct time_order *o, size_t **ret_begins)
{
	const struct time_order_entry *e = o->entries, *const end = time_order__at(o, o->nr);
	size_t *begins = NULL, nr = 0, cap = 0;
	uint64_t before;

	while (e < end) {
		GROW(begins, nr, cap);
		begins[nr++] = (size_t)(e - o->entries);
		/* Nearly all of them go on with a run. */
		do
			before = e++->time;
		while (e < end && e->time >= before);
	}
	GROW(begins, nr, cap);
	begins[nr] = o->nr;
	*ret_begins = begins;
	return nr;
}

/* The first of the @nr sorted entries at @e whose time is @time or later; @after: later. */
static size_t first_at(const struct time_order_entry *e, size_t nr, uint64_t time, bool after)
{
	return BISECT(nr, i, e[i].time < time || (after && e[i].time == time));
}

struct scratch {
	struct time_order_entry *entries;
	size_t cap;
};

/* Room for @nr rows. */
static struct time_order_entry *need(struct scratch *scratch, size_t nr)
{
	if (nr > scratch->cap) {
		free(scratch->entries);
		scratch->entries = xreallocarray(NULL, nr, sizeof(*scratch->entries));
		scratch->cap = nr;
	}
	return scratch->entries;
}

/* The runs list[0 .. na - 1] and list[na .. nr - 1] become one. */
static void merge(struct time_order_entry *list, size_t na, size_t nr, struct scratch *scratch)
{
	size_t skip = na < nr ? first_at(list, na, list[na].time, true) : na;
	const struct time_order_entry *a, *b = list + na, *end;
	struct time_order_entry *out = list + skip;

	/* What comes before all of the second run, and behind all of the first one, is in its place. */
	na -= skip;
	if (!na)
		return;
	end = b + first_at(b, nr - skip - na, b[-1].time, false);
	a = memcpy(need(scratch, na), out, na * sizeof(*a));
	while (na && b < end) {
		if (b->time < a->time) {
			*out++ = *b++;
		} else {
			*out++ = *a++;
			na--;
		}
	}
	memcpy(out, a, na * sizeof(*a));
}

/* Neighbouring runs become one: run 0 and run 1, and so on. */
struct level {
	struct time_order_entry *list;
	size_t *begins;			/* of the runs, and their end */
	size_t runs;
	size_t pairs;			/* of runs, in a piece of the work */
};

static void merge_piece(void *ctx, size_t number)
{
	const struct level *l = ctx;
	const size_t from = 2 * number * l->pairs, to = from + 2 * l->pairs < l->runs ? from + 2 * l->pairs : l->runs;
	struct scratch scratch = { 0 };
	size_t i;

	for (i = from; i + 1 < to; i += 2)
		merge(l->list + l->begins[i], l->begins[i + 1] - l->begins[i], l->begins[i + 2] - l->begins[i], &scratch);
	free(scratch.entries);
}

/*
 * The runs from @from and from @mid on become @parts pairs of runs: all rows of a pair come before all of the next one. For that, the
 * first rows of the second run change places with the last ones of the first.
 */
static void cut_pair(struct level *l, size_t from, size_t mid, size_t to, size_t parts)
{
	struct scratch scratch = { 0 };
	size_t half, nr;

	if (parts < 2 || mid - from < 2 || mid == to) {
		l->begins[l->runs++] = from;
		l->begins[l->runs++] = mid;
		l->begins[l->runs] = to;
		return;
	}
	half = from + (mid - from) / 2;
	nr = first_at(l->list + mid, to - mid, l->list[half].time, false);
	if (nr) {
		memcpy(need(&scratch, nr), l->list + mid, nr * sizeof(*l->list));
		memmove(l->list + half + nr, l->list + half, (mid - half) * sizeof(*l->list));
		memcpy(l->list + half, scratch.entries, nr * sizeof(*l->list));
		free(scratch.entries);
	}
	cut_pair(l, from, half, half + nr, parts / 2);
	cut_pair(l, half + nr, mid + nr, to, parts / 2);
}

/* The level @l, whose pairs are too few for all workers, with several pairs for each of them. */
static struct level cut_level(const struct level *l, size_t parts)
{
	struct level ret = { .list = l->list, .pairs = 1, .begins = xcalloc(l->runs * parts + 1, sizeof(*ret.begins)) };
	size_t i;

	for (i = 0; i + 1 < l->runs; i += 2)
		cut_pair(&ret, l->begins[i], l->begins[i + 1], l->begins[i + 2], parts);
	return ret;
}

/* One level, in pieces of @piece rows or more. Returns how many runs are left. */
static size_t merge_level(struct level *l, struct workers *workers, size_t piece)
{
	size_t i, left = 0, end = l->begins[l->runs], pairs = l->runs / 2, pieces = end / piece, parts = 1;
	struct level cut;

	if (pieces > workers__jobs(workers))
		pieces = workers__jobs(workers);
	while (pairs * parts * 2 <= pieces)
		parts *= 2;
	if (parts > 1) {
		cut = cut_level(l, parts);
		workers__share(workers, cut.runs / 2, merge_piece, &cut);
		free(cut.begins);
	} else {
		l->pairs = pieces ? (pairs + pieces - 1) / pieces : pairs;
		workers__share(workers, (pairs + l->pairs - 1) / l->pairs, merge_piece, l);
	}
	for (i = 0; i < l->runs; i += 2)
		l->begins[left++] = l->begins[i];
	l->begins[left] = end;
	return left;
}

void time_order__sort(struct time_order *o, struct workers *workers, size_t piece)
{
	struct level l = { .list = o->entries };

	l.runs = find_runs(o, &l.begins);
	while (l.runs > 1)
		l.runs = merge_level(&l, workers, piece);
	free(l.begins);
}

const struct time_order_entry *time_order__find(const struct time_order *o, uint64_t time, uint64_t pos)
{
	size_t i = first_at(o->entries, o->nr, time, false);

	for (; i < o->nr && o->entries[i].time == time; i++)
		if (time_order__pos(o, &o->entries[i]) == pos)
			return &o->entries[i];
	return NULL;
}
