// SPDX-License-Identifier: GPL-2.0-only
/* Samples that are like others (session-alike.c) are counted, and what is counted of each is added up. */
#include "util/session/alike-find.h"

static inline void add_wait(struct session_alike *a, uint64_t ns)
{
	a->waits[a->nr_waits++] = ns;
	if (a->nr_waits == ARRAY_SIZE(a->waits))
		alike__tell_waits(a);
}

/* How many ns after the sample of @row its record was made, a near one. False: not after it. */
static inline bool near_wait(struct session *s, const struct session_alike *a, const struct time_order_entry *row, uint64_t *ret)
{
	const uint64_t at = time_order__pos(&s->scan.samples, row) + 8 * (row->what & NEAR_MOST);
	uint64_t left, time;
	const unsigned char *p = alike__bytes_at(s, a->segment, at, &left);

	time = scan__record_time(&s->scan, p, left, 0);
	*ret = time - row->time;
	return time >= row->time;
}

/*
 * Counts the sample of @row, equal to @e. @quick: its row tells enough (alike.quick), but for when a near record was made. False: it is to be
 * looked at for itself. @timed: session_alike.needs_time; the loop is compiled for each of the two.
 */
static inline __attribute__((always_inline)) bool count(struct session *s, struct session_alike *a, struct alike *e,
							const struct time_order_entry *row, bool quick, bool timed)
{
	struct half_look half = { .later = row->what & NEAR_MOST };
	const unsigned char *p;
	uint64_t left;

	if (!quick && !alike__look_at_half(s, a, row, e, &half))
		return false;
	/* That of an empty record is none. */
	timed = timed && half.later && e->waits;
	if (quick && timed && !near_wait(s, a, row, &half.wait))
		return false;
	if (mostly(e->period_at)) {
		p = alike__bytes(s, a->segment, row, &left);
		if (left < e->end)
			return false;
		e->period += sample_layout__word(p + e->period_at);
	}
	if (timed)
		add_wait(a, half.wait);
	e->nr++;
	e->later += half.later;
	/* They come in the order of time. */
	e->last_time = row->time;
	return true;
}

static inline __attribute__((always_inline)) void count_all(struct session *s, struct session_stretch *st, bool timed)
{
	const struct time_order_entry *row = time_order__at(&s->scan.samples, st->at), *const stop = time_order__at(&s->scan.samples, st->end);
	struct session_alike *a = s->alike;
	struct alike *const places = a->places;
	const uint64_t before = st->before;
	const uint32_t mask = a->mask;
	struct alike *e;

	a->has_key = false;
	for (; row < stop && row->time < before; row++) {
		e = &places[row->what >> NEAR_BITS & mask];
		if (mostly(alike__quick(row->what) == e->quick && row->time >= e->from && count(s, a, e, row, true, timed)))
			continue;
		e = alike__find(s, a, row);
		if (!e || !count(s, a, e, row, false, timed)) {
			st->differs = true;
			break;
		}
	}
	st->at = (size_t)(row - s->scan.samples.entries);
	st->err = a->failed;
}

/* What is left of samples that were counted in parts. */
static void count_others(struct session *s, struct session_stretch *st)
{
	struct session_alike *a = s->alike;
	const struct time_order_entry *row;
	struct alike *e;

	a->has_key = false;
	while (a->at_other < a->nr_others) {
		st->at = a->others_from + a->others[a->at_other++];
		row = time_order__at(&s->scan.samples, st->at);
		e = alike__find(s, a, row);
		if (!e || !count(s, a, e, row, false, false)) {
			st->differs = true;
			return;
		}
	}
	st->at = a->counted_to;
	st->err = a->failed;
}

void alike__count(struct session *s, struct session_stretch *st)
{
	if (st->at >= s->alike->counted_to)
		alike__count_parts(s, st);
	if (st->at < s->alike->counted_to)
		count_others(s, st);
	else
		count_all(s, st, false);
}

void alike__count_timed(struct session *s, struct session_stretch *st)
{
	count_all(s, st, true);
}
