// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples that are like others (session-alike.c), counted by threads: each takes a part of the rows, in the order of time, and counts
 * those that are of a kind of which something is known when all of them begin, and whose rows say all that is asked for. What they have
 * counted is added up, and they leave the numbers of the other rows, which are looked at one by one then. The parts are the same with
 * any number of threads, and so is what comes of them.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/workers.h"
#include "util/session/alike-find.h"

/* At once. */
#define MOST_PARTS	16
/* What comes before so many is not counted in parts. */
#define ALONE		2
/* Rows of a part for each kind that is to be added up, unless not even two parts were left. */
#define ROWS_A_KIND	8

/* What a part has of one kind: as in struct alike. */
struct part_count {
	uint64_t nr, period, later, last_time;
};

struct part {
	struct part_count *counts;	/* by alike.number */
	uint32_t *others;		/* numbers of rows from where the first part begins */
	size_t nr_others, cap_others;
};

struct parts {
	struct session *s;
	size_t at, end, size;		/* rows: from where to where, and of a part */
	struct part list[MOST_PARTS];
};

/* Adds the sample of @row, which is like @e. False: its record does not lie where most do. */
static inline __attribute__((always_inline)) bool add_row(const struct session *s, const struct session_alike *a, const struct alike *e,
							  const struct time_order_entry *row, struct part_count *c)
{
	uint64_t at;

	if (mostly(e->period_at)) {
		at = time_order__pos(&s->scan.samples, row) - a->segment->pos;
		if (!mostly(at < a->segment->size && a->segment->size - at >= e->end))
			return false;
		c->period += sample_layout__word(a->segment->records + at + e->period_at);
	}
	c->nr++;
	c->later += !!(row->what & NEAR_MOST);
	c->last_time = row->time;
	return true;
}

static void count_part(void *ctx, size_t number)
{
	struct parts *all = ctx;
	struct part *part = &all->list[number];
	const struct session *s = all->s;
	const struct session_alike *a = s->alike;
	const struct time_order_entry *const first = time_order__at(&s->scan.samples, all->at), *row = first + number * all->size,
				      *const rest = time_order__at(&s->scan.samples, all->end),
				      *const stop = (size_t)(rest - row) < all->size ? rest : row + all->size;

	const struct alike *const places = a->places, *e;
	struct part_count *const counts = xcalloc(a->nr_used + 1, sizeof(*counts));
	const uint32_t mask = a->mask;

	part->counts = counts;
	for (; row < stop; row++) {
		e = &places[row->what >> NEAR_BITS & mask];
		if (mostly(alike__quick(row->what) == e->quick && row->time >= e->from && add_row(s, a, e, row, &counts[e->number])))
			continue;
		GROW(part->others, part->nr_others, part->cap_others);
		part->others[part->nr_others++] = (uint32_t)(row - first);
	}
}

static void add_up(struct session_alike *a, struct part *part)
{
	size_t i;

	for (i = 0; i < a->nr_used; i++) {
		const struct part_count *c = &part->counts[i];
		struct alike *e = &a->places[a->used[i]];

		if (!c->nr)
			continue;
		e->nr += c->nr;
		e->period += c->period;
		e->later += c->later;
		e->last_time = c->last_time;
	}
	if (part->nr_others) {
		a->others = xreallocarray(a->others, a->nr_others + part->nr_others, sizeof(*a->others));
		memcpy(a->others + a->nr_others, part->others, part->nr_others * sizeof(*a->others));
		a->nr_others += part->nr_others;
	}
	free(part->counts);
	free(part->others);
}

/* The end of the rows from @at to @end that come before @time. */
static size_t end_before(const struct time_order *o, size_t at, size_t end, uint64_t time)
{
	size_t mid;

	while (at < end && o->entries[end - 1].time >= time) {
		mid = at + (end - at) / 2;
		if (o->entries[mid].time < time)
			at = mid + 1;
		else
			end = mid;
	}
	return end;
}

static size_t part_size(const struct session *s)
{
	const size_t least = ROWS_A_KIND * s->alike->nr_used, most = MOST_PARTS / 2 * s->limits.rows;

	return least < s->limits.rows ? s->limits.rows : least < most ? least : most;
}

void alike__count_parts(struct session *s, struct session_stretch *st)
{
	struct session_alike *a = s->alike;
	struct parts all = { .s = s, .at = st->at, .size = part_size(s) };
	size_t nr, i;

	a->others_from = a->counted_to = all.at;
	a->nr_others = a->at_other = 0;
	if (a->by_own)
		return;
	/* Of the first rows most are of kinds of which nothing is known yet. */
	if (st->at < ALONE * s->limits.rows) {
		st->end = st->end < ALONE * s->limits.rows ? st->end : ALONE * s->limits.rows;
		return;
	}
	all.end = st->end - all.at > MOST_PARTS * all.size ? all.at + MOST_PARTS * all.size : st->end;
	all.end = end_before(&s->scan.samples, all.at, all.end, st->before);
	nr = (all.end - all.at + all.size - 1) / all.size;
	if (nr < 2)
		return;
	workers__share(s->workers, nr, count_part, &all);
	for (i = 0; i < nr; i++)
		add_up(a, &all.list[i]);
	a->counted_to = all.end;
}

size_t alike__stretch(const struct session *s)
{
	return MOST_PARTS * s->limits.rows;
}
