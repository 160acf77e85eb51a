// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/step-sort.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/number-sort.h"
#include "util/base/rank-numbers.h"

static inline bool is_tied(const struct step_sort *s, size_t i)
{
	return s->tied[i / 64] >> i % 64 & 1;
}

static inline void set_tied(struct step_sort *s, size_t i, bool tied)
{
	s->tied[i / 64] = (s->tied[i / 64] & ~((uint64_t)1 << i % 64)) | (uint64_t)tied << i % 64;
}

void step_sort__init(struct step_sort *s, uint32_t *list, size_t nr)
{
	*s = (struct step_sort){ .list = list, .nr = nr };
	s->tied = xcalloc(nr / 64 + 1, sizeof(*s->tied));
	memset(s->tied, 0xff, (nr / 64 + 1) * sizeof(*s->tied));
	set_tied(s, 0, false);
}

void step_sort__exit(struct step_sort *s)
{
	free(s->list);
	free(s->tied);
	free(s->keys);
	*s = (struct step_sort){ 0 };
}

size_t step_sort__run_end(const struct step_sort *s, size_t from)
{
	size_t end = from + 1;

	while (end < s->nr && is_tied(s, end))
		end++;
	return end;
}

/* Puts the cells of those at @from on into s->keys. Returns whether they are all the same. */
static bool get_cells(struct step_sort *s, const struct step_cells *c, size_t from, size_t nr)
{
	bool same = true;
	size_t i;

	if (nr > s->cap) {
		free(s->keys);
		s->cap = nr;
		s->keys = xcalloc(nr, sizeof(*s->keys));
	}
	for (i = 0; i < nr; i++) {
		s->keys[i] = c->of(c->ctx, s->list[from + i]);
		same = same && s->keys[i] == s->keys[0];
	}
	return same;
}

/* Those at @from on are equal to the one before where their keys are, without the lowest @bits. */
static void tie(struct step_sort *s, size_t from, size_t nr, unsigned int bits)
{
	size_t i;

	for (i = 1; i < nr; i++)
		set_tied(s, from + i, s->keys[i] >> bits == s->keys[i - 1] >> bits);
}

/*
 * Sorts those at @from on, two at least, whose cells @c, or ranks of them, are in s->keys: what is equal stays in order. Each key
 * becomes its cell and, below that, where the thing was, so that one number is enough for both. Where the cells differ by too much for
 * that, their upper bits come first, and then the lower ones among what is equal in these.
 */
static void sort_run(struct step_sort *s, const struct step_cells *c, size_t from, size_t nr)
{
	const unsigned int bits = 64 - (unsigned int)__builtin_clzll(nr - 1);
	uint64_t least = UINT64_MAX, most = 0;
	size_t i, end, stop = from + nr;
	unsigned int left_out;
	bool sorted = true;

	for (i = 0; i < nr; i++) {
		sorted = sorted && (!i || s->keys[i - 1] <= s->keys[i]);
		least = s->keys[i] < least ? s->keys[i] : least;
		most = s->keys[i] > most ? s->keys[i] : most;
	}
	if (sorted) {
		tie(s, from, nr, 0);
		return;
	}
	left_out = (most - least) >> (64 - bits) ? bits : 0;
	for (i = 0; i < nr; i++)
		s->keys[i] = (s->keys[i] - least) >> left_out << bits | i;
	number_sort(s->keys, nr);
	tie(s, from, nr, bits);
	for (i = 0; i < nr; i++)
		s->keys[i] = s->list[from + (s->keys[i] & (((uint64_t)1 << bits) - 1))];
	for (i = 0; i < nr; i++)
		s->list[from + i] = (uint32_t)s->keys[i];
	for (; left_out && from < stop; from = end) {
		for (end = from + 1; end < stop && is_tied(s, end);)
			end++;
		if (end - from > 1 && !get_cells(s, c, from, end - from))
			sort_run(s, c, from, end - from);
	}
}

void step_sort__by(struct step_sort *s, const struct step_cells *c)
{
	size_t from, end, nr;

	for (from = 0; from < s->nr; from = end) {
		end = step_sort__run_end(s, from);
		nr = end - from;
		if (nr == 1 || get_cells(s, c, from, nr))
			continue;
		/* Ranks are less than there are things, so that cells are never asked for again. */
		if (c->compare)
			rank_numbers(s->keys, nr, c->compare);
		sort_run(s, c, from, nr);
	}
}

void step_sort__run(struct step_sort *s, const struct step_cells *c, size_t from, size_t end)
{
	if (!get_cells(s, c, from, end - from))
		sort_run(s, c, from, end - from);
}

void step_sort__ranks(const struct step_sort *s, uint32_t *ranks, size_t stride)
{
	uint32_t rank = 0;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		rank += i && !is_tied(s, i);
		ranks[s->list[i] * stride] = rank;
	}
}
