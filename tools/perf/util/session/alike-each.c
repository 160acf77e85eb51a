// SPDX-License-Identifier: GPL-2.0-only
/* Samples that are like others (session-alike.c) are delivered, each as the one that it is like, with what it has for itself. */
#include "util/session/alike-find.h"

/* All fields of the sample at @r; the entries of its user half are those of the first one. False: the file has changed. */
static bool put_fields(struct session *s, struct alike_first *first, const struct record *r)
{
	const struct evsel *evsel = first->sample.evsel;

	if (!sample_layout__fields(&s->reader.dec.layouts[evsel->idx], r, &first->fields))
		return false;
	if (!(evsel->attr.sample_type & PERF_SAMPLE_PERIOD))
		first->fields.period = evsel->attr.sample_period;
	first->sample.kernel_ips = first->fields.ips;
	return true;
}

/* Makes @first the sample of @row, which is at @p, with @left bytes, and differs in these fields alone. False: the file has changed. */
static bool put_own(struct session *s, struct alike_first *first, const struct time_order_entry *row, const unsigned char *p, uint64_t left,
		    const struct half_look *half)
{
	struct session_alike *a = s->alike;
	struct own_fields own;
	struct record r;

	if (!own_fields__read(&own, &first->at, p, left, &r))
		return false;
	if (a->needs_time) {
		a->record.header = r.header;
		a->record.data = p;
		a->record.offset = time_order__pos(&s->scan.samples, row);
		first->sample.user.time = half->time;
		first->sample.cookie = own.cookie;
	}
	if (a->fields)
		return put_fields(s, first, &a->record);
	first->fields.misc = r.header.misc;
	first->fields.time = row->time;
	first->fields.cpu = own.cpu;
	first->fields.period = own.period;
	if (first->at.layout->sample_type & PERF_SAMPLE_RAW) {
		first->fields.raw_data = own.raw_data;
		first->fields.raw_size = own.raw_size;
	}
	return true;
}

/*
 * Hands on the sample of @row, equal to @e, as the one that was delivered. False: it is to be delivered the long way; chains may have
 * gone meanwhile.
 */
static bool deliver(struct session *s, struct session_alike *a, struct alike *e, const struct time_order_entry *row)
{
	struct alike_first *first = &a->firsts[e - a->places];
	unsigned int nr_flushes = s->nr_flushes;
	const unsigned char *p;
	struct half_look half;
	uint64_t left;

	if (!alike__look_at_half(s, a, row, e, &half))
		return false;
	p = alike__bytes(s, a->segment, row, &left);
	if (!put_own(s, first, row, p, left, &half))
		return false;
	if (a->any) {
		a->failed = session__tell_any(s, &first->sample);
		if (a->failed)
			return true;
		if (nr_flushes != s->nr_flushes) {
			a->told_any = true;
			return false;
		}
	}
	e->nr++;
	e->later += half.later;
	if (!e->left_out)
		a->failed = mostly(!a->staged) ? a->receiver.sample(a->receiver.ctx, &first->sample) : session__tell_sample(s, &first->sample);
	return true;
}

void alike__deliver_each(struct session *s, struct session_stretch *st)
{
	struct session_alike *a = s->alike;
	const struct time_order_entry *row;
	struct alike *e;

	a->has_key = a->told_any = false;
	for (; st->at < st->end && s->scan.samples.entries[st->at].time < st->before && !a->failed; st->at++) {
		row = &s->scan.samples.entries[st->at];
		e = alike__find(s, a, row);
		if (!e || !deliver(s, a, e, row)) {
			st->differs = true;
			break;
		}
	}
	st->err = a->failed;
}
