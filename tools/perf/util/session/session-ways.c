// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ways in which samples are handed on without being read as a whole. What the consumer looks at says once which one it is; samples that do
 * not fit go the long way, one by one (session__deliver_sample()).
 *
 *	like others	what was found for one holds for all of its kind: counted, or delivered as that one (session-alike.c)
 *	copies		nothing but the record and the entries of both halves (session-entries.c)
 *	rows		nothing but what pass 1 has left of each sample: here
 */
#include "util/session/session-internal.h"

static bool rows_suffice(const struct session *s)
{
	return !(s->needs & ~(unsigned int)(SESSION_NEEDS_TIME | SESSION_NEEDS_TID)) && !s->scan.stitch && !s->opts->raw && !s->filter.any &&
	       !session__wants_any(s) && s->receiver.sample;
}

static void deliver_rows(struct session *s, struct session_stretch *st)
{
	const struct time_order_entry *const first = time_order__at(&s->scan.samples, st->at),
				      *const stop = time_order__at(&s->scan.samples, st->end), *row;
	struct evsel *const *const evsels = s->header->evlist->evsels;
	const struct sample_receiver to = s->receiver;
	/* Only what every row has is ever set. */
	struct perf_sample sample = { .pid = (uint32_t)-1, .cpu = (uint32_t)-1 };
	struct session_sample out = { .sample = &sample, .pid = (uint32_t)-1, .usual = true };
	const uint64_t before = st->before;
	unsigned int event;
	int err = 0;

	for (row = first; row < stop && row->time < before; row++) {
		event = time_order_entry__event(row);
		if (!event) {
			st->differs = true;
			break;
		}
		out.evsel = evsels[event - 1];
		sample.time = row->time;
		out.tid = sample.tid = time_order_entry__tid(row);
		err = to.sample(to.ctx, &out);
		if (err) {
			row++;
			break;
		}
	}
	st->err = err;
	st->at += (size_t)(row - first);
	s->stats.delivered += (uint64_t)(row - first);
}

void session__choose_way(struct session *s)
{
	s->stretch = SESSION_STRETCH;
	s->way = session__begin_alike(s) ?: session__entries_way(s) ?: (rows_suffice(s) ? deliver_rows : NULL);
}
