// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/time-order.h"

#include <stdlib.h>
#include <string.h>

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
	size_t lo = 0, hi = nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (e[mid].time < time || (after && e[mid].time == time))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

struct scratch {
	struct time_order_entry *entries;
	size_t cap;
};

/* The runs list[0 .. na - 1] and list[na .. nr - 1] become one. */
static void merge(struct time_order_entry *list, size_t na, size_t nr, struct scratch *scratch)
{
	size_t skip = first_at(list, na, list[na].time, true);
	const struct time_order_entry *a, *b = list + na, *end;
	struct time_order_entry *out = list + skip;

	/* What comes before all of the second run, and behind all of the first one, is in its place. */
	na -= skip;
	if (!na)
		return;
	end = b + first_at(b, nr - skip - na, b[-1].time, false);
	if (na > scratch->cap) {
		free(scratch->entries);
		scratch->entries = xreallocarray(NULL, na, sizeof(*scratch->entries));
		scratch->cap = na;
	}
	a = memcpy(scratch->entries, out, na * sizeof(*a));
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

/* One level: neighbouring runs become one. Returns how many are left. */
static size_t merge_level(struct time_order_entry *list, size_t *begins, size_t runs, struct scratch *scratch)
{
	size_t i, left = 0, end = begins[runs];

	for (i = 0; i < runs; i += 2) {
		if (i + 1 < runs)
			merge(list + begins[i], begins[i + 1] - begins[i], begins[i + 2] - begins[i], scratch);
		begins[left++] = begins[i];
	}
	begins[left] = end;
	return left;
}

void time_order__sort(struct time_order *o)
{
	size_t *begins, runs = find_runs(o, &begins);
	struct scratch scratch = { 0 };

	while (runs > 1)
		runs = merge_level(o->entries, begins, runs, &scratch);
	free(scratch.entries);
	free(begins);
}

const struct time_order_entry *time_order__find(const struct time_order *o, uint64_t time, uint64_t pos)
{
	size_t i = first_at(o->entries, o->nr, time, false);

	for (; i < o->nr && o->entries[i].time == time; i++)
		if (time_order__pos(o, &o->entries[i]) == pos)
			return &o->entries[i];
	return NULL;
}
