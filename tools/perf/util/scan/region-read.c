// SPDX-License-Identifier: GPL-2.0-only
/* A thread reads a region of a recording: rows of its own, of all that looks as usual. */
#include "util/base/alloc.h"
#include "util/data/framing.h"
#include "util/scan/regions.h"
#include "util/scan/stitch-add.h"

/* Behind the record at @at, which does not look as usual; 0: nobody knows. */
static uint64_t step_over(const struct regions *rs, uint64_t at)
{
	struct perf_event_header h;
	uint64_t follow;

	if (!framing__header(rs->p + at, rs->size - at, false, &h, &follow) || follow > rs->size - at - h.size)
		return 0;
	return at + h.size + follow;
}

static void add_stretch(struct region *r, const struct stretch *s)
{
	GROW(r->stretches, r->nr, r->cap);
	r->stretches[r->nr++] = *s;
}

void region__read(struct region *r, const struct regions *rs, size_t number, const struct usual *u, struct thread_known *known)
{
	uint64_t begin = number * rs->region_size, end = begin + rs->region_size, at = begin;
	struct stitch *st = r->stitch;

	if (end > rs->size)
		end = rs->size;
	if (st)
		region__begin_numbers(r, known);
	data_file__map_bytes(rs->p + begin, end - begin);
	if (number)
		at = framing__resync(rs->p, rs->size, begin, end, false);
	while (at < end && !r->err) {
		struct stretch s = { .begin = at, .counts = { .samples = &r->samples, .stitch = r->stitch }, .samples = r->samples.nr };

		if (st) {
			s.records = st->nr_records;
			s.waiting = st->nr_waiting;
			s.seen = st->nr_seen;
			s.unused = st->nr_unused;
			/* The walk may come to this stretch and not to one before: what waits there is not joined here. */
			stitch__begin_stretch(st);
		}
		if (!(((uintptr_t)rs->p + at) & 7))
			at += usual__take(u, &s.counts, &(struct usual_bytes){ rs->p + at, rs->size - at, end - at, rs->pos + at },
					  &r->err);
		s.end = at;
		s.end_samples = r->samples.nr;
		if (st) {
			stitch__end_stretch(st, s.seen);
			s.end_records = st->nr_records;
			s.end_waiting = st->nr_waiting;
			s.tasks = st->nr_tasks;
			s.halves = st->halves.nr;
			s.end_seen = st->nr_seen;
			s.unused = st->nr_unused - s.unused;
		}
		if (s.end > s.begin)
			add_stretch(r, &s);
		if (at < end)
			at = step_over(rs, at);
		if (!at)
			break;
	}
	if (st)
		region__end_numbers(r, known);
}
