// SPDX-License-Identifier: GPL-2.0-only
#include "util/session/time-order.h"

#include <stdlib.h>
#include <string.h>

void time_order__exit(struct time_order *o)
{
	free(o->entries);
	*o = (struct time_order){ 0 };
}

void time_order__append(struct time_order *o, const struct time_order_entry *more, size_t nr)
{
	size_t cap = o->cap ? o->cap : 64;

	if (!nr)
		return;
	while (cap - o->nr < nr)
		cap *= 2;
	if (cap != o->cap) {
		o->entries = xreallocarray(o->entries, cap, sizeof(*o->entries));
		o->cap = cap;
	}
	memcpy(o->entries + o->nr, more, nr * sizeof(*more));
	o->nr += nr;
}

/* Begins of the ascending runs, and @nr at the end. Returns how many runs. */
static size_t find_runs(const struct time_order *o, size_t **ret_begins)
{
	size_t *begins = NULL, nr = 0, cap = 0, i;

	for (i = 0; i < o->nr; i++) {
		if (i && o->entries[i - 1].time <= o->entries[i].time)
			continue;
		GROW(begins, nr, cap);
		begins[nr++] = i;
	}
	GROW(begins, nr, cap);
	begins[nr] = o->nr;
	*ret_begins = begins;
	return nr;
}

static void merge(const struct time_order_entry *a, size_t na, const struct time_order_entry *b, size_t nb,
		  struct time_order_entry *out)
{
	while (na && nb) {
		if (b->time < a->time) {
			*out++ = *b++;
			nb--;
		} else {
			*out++ = *a++;
			na--;
		}
	}
	memcpy(out, na ? a : b, (na + nb) * sizeof(*out));
}

/* One level: neighbouring runs of @from become one run of @to. Returns how many are left. */
static size_t merge_level(const struct time_order_entry *from, struct time_order_entry *to, size_t *begins,
			  size_t runs)
{
	size_t i, left = 0, end = begins[runs];

	for (i = 0; i < runs; i += 2) {
		size_t a = begins[i], b = begins[i + 1], e = i + 1 < runs ? begins[i + 2] : b;

		merge(from + a, b - a, from + b, e - b, to + a);
		begins[left++] = a;
	}
	begins[left] = end;
	return left;
}

void time_order__sort(struct time_order *o)
{
	struct time_order_entry *other, *swap;
	size_t *begins, runs = find_runs(o, &begins);

	if (runs > 1) {
		other = xreallocarray(NULL, o->nr, sizeof(*other));
		while (runs > 1) {
			runs = merge_level(o->entries, other, begins, runs);
			swap = o->entries;
			o->entries = other;
			other = swap;
		}
		o->cap = o->nr;
		free(other);
	}
	free(begins);
}

const struct time_order_entry *time_order__find(const struct time_order *o, uint64_t time, uint64_t pos)
{
	size_t lo = 0, hi = o->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (o->entries[mid].time < time)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < o->nr && o->entries[lo].time == time; lo++)
		if (o->entries[lo].pos == pos)
			return &o->entries[lo];
	return NULL;
}
