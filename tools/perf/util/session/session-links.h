/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What samples of a kind are equal to, found by the number of the kind alone (sample-kinds.h): nothing of such a sample is compared, and
 * its record is only read for what it has for itself. Private to session-alike.c, whose loops these functions are part of.
 */
#ifndef PERF_SESSION_LINKS_H
#define PERF_SESSION_LINKS_H

#include "util/session/session-alike.h"

static inline struct alike_link *place_of_link(struct session_alike *a, uint32_t number, uint32_t cpu)
{
	return &a->links[(number ^ cpu * 0x9e3779b1U >> 19) % LINKS];
}

/* The sample of @row, on @cpu, was found to be equal to @e, with nothing changed in [@from, @until). */
static inline void link_kind(struct session *s, struct session_alike *a, const struct time_order_entry *row, const struct alike *e,
			     uint32_t cpu, uint64_t from, uint64_t until)
{
	uint32_t number = s->stitch ? kind_number(s->stitch, row->what) : 0;
	const struct sample_part *part;
	const struct alike_event *event;
	struct sample_kind kind;

	if (!number)
		return;
	kind = sample_kinds__get(&s->stitch->kinds, number);
	if (!kind.part)
		return;
	part = &s->stitch->kinds.parts[kind.part - 1];
	/* A chain that ends as if a user half were to come, and none is: what it ends with is part of it. */
	if (kind.user == NOT_WAITING && sample_part__ending(part) != PERF_STITCH_ENDS_PLAIN)
		return;
	event = &a->events[sample_part__event(part)];
	if (a->by_period && event->period)
		return;
	*place_of_link(a, number, cpu) = (struct alike_link){
		.kind = number, .cpu = cpu, .at = (uint32_t)(e - a->sets), .stamp = e->stamp,
		.period = event->fixed_period, .period_at = event->period, .end = event->end,
		.from = from > e->from ? from : e->from, .until = until < e->until ? until : e->until,
	};
}

/* What is known of the user half of the sample of @row, of kind @kind. False: it was made when something else held than @l says. */
static inline __attribute__((always_inline)) bool look_at_record(struct session *s, struct session_alike *a,
								 const struct time_order_entry *row, const struct alike_link *l,
								 struct sample_kind kind, struct half_look *ret)
{
	uint32_t pid = (uint32_t)s->stitch->kinds.parts[kind.part - 1].task;
	struct half_record record;
	const unsigned char *p = NULL;
	uint64_t left = 0;

	*ret = (struct half_look){ .number = kind.user, .time = row->time };
	if (!has_half(kind.user))
		return true;
	ret->later = true;
	if (is_near(row->what)) {
		if (!a->needs_time && l->until == UINT64_MAX)
			return true;
		p = bytes_of(s, a, row, &left);
	}
	record = session__half_record(s, row, pid, p, left);
	ret->later = record.time >= row->time;
	ret->wait = record.time - row->time;
	/* An empty half was taken at no time of its own. */
	if (s->stitch->halves.list[kind.user - 1].nr)
		ret->time = record.time;
	return record.pid == pid && record.time >= l->from && record.time < l->until;
}

/* What the sample of @row, with @part, has for itself. False: the file has changed. */
static inline __attribute__((always_inline)) bool read_own(struct session *s, struct session_alike *a, const struct time_order_entry *row,
							   const struct sample_part *part, struct record *ret_record,
							   struct differing *ret, uint64_t *ret_cookie)
{
	const struct alike_event *event = &a->events[sample_part__event(part)];
	enum perf_stitch_ending ending = sample_part__ending(part);
	size_t nr_ips = sample_part__nr_ips(part) + (ending == PERF_STITCH_ENDS_COOKIE ? 2 : ending == PERF_STITCH_ENDS_MARKER);
	unsigned int at = event->end + (event->has_chain ? 8 + 8 * (unsigned int)nr_ips : 0);
	const unsigned char *p;
	uint64_t left;

	p = bytes_of(s, a, row, &left);
	if (left < sizeof(ret_record->header))
		return false;
	memcpy(&ret_record->header, p, sizeof(ret_record->header));
	if (ret_record->header.type != PERF_RECORD_SAMPLE || ret_record->header.size > left || ret_record->header.size < at)
		return false;
	ret_record->data = p;
	*ret_cookie = ending == PERF_STITCH_ENDS_COOKIE ? sample_layout__word(p + at - 8) : 0;
	*ret = (struct differing){
		.pid = (uint32_t)part->task, .tid = (uint32_t)(part->task >> 32),
		.cpu = event->cpu ? sample_layout__half_word(p + event->cpu) : (uint32_t)-1,
		.period = event->period ? sample_layout__word(p + event->period) : event->fixed_period,
	};
	if (event->has_raw)
		ret->raw_data = sample_layout__take_raw(ret_record, &at, &ret->raw_size);
	return !event->has_raw || ret->raw_data;
}

/* Sets *@ret to the CPU of the sample of @row, with @part, if it matters. False: the file has changed. */
static inline bool read_cpu(const struct session *s, const struct session_alike *a, const struct time_order_entry *row,
			    struct sample_kind kind, uint32_t *ret)
{
	const struct alike_event *event;
	const unsigned char *p;
	uint64_t left;

	*ret = 0;
	if (!a->by_cpu || !kind.part)
		return true;
	event = &a->events[sample_part__event(&s->stitch->kinds.parts[kind.part - 1])];
	p = bytes_of(s, a, row, &left);
	if (left < event->end)
		return false;
	*ret = event->cpu ? sample_layout__half_word(p + event->cpu) : (uint32_t)-1;
	return true;
}

/* What is known of the kind of the sample of @row; NULL: nothing that holds when it came. */
static inline __attribute__((always_inline)) const struct alike_link *find_link(const struct session *s, struct session_alike *a,
										const struct time_order_entry *row)
{
	uint32_t number = kind_number(s->stitch, row->what), cpu = 0;
	const struct alike_link *l;

	if (!number || (a->by_cpu && !read_cpu(s, a, row, sample_kinds__get(&s->stitch->kinds, number), &cpu)))
		return NULL;
	l = place_of_link(a, number, cpu);
	if (l->kind != number || l->cpu != cpu || row->time < l->from || row->time >= l->until || a->sets[l->at].stamp != l->stamp)
		return NULL;
	return l;
}

/* Hands on the sample of @row. False: what it is equal to is not known, or it is to be looked at again, since nothing is any more. */
static inline bool deliver_link(struct session *s, struct session_alike *a, const struct time_order_entry *row)
{
	const struct alike_link *l = s->stitch ? find_link(s, a, row) : NULL;
	struct differing differing;
	struct sample_kind kind;
	struct half_look half;
	struct record r;

	if (!l)
		return false;
	kind = kind_of(s->stitch, row->what);
	return look_at_record(s, a, row, l, kind, &half) &&
	       read_own(s, a, row, &s->stitch->kinds.parts[kind.part - 1], &r, &differing, &half.cookie) &&
	       deliver_like(s, a, &a->sets[l->at], row, &r, &half, &differing);
}

/* Counts the sample of @row. False: what it is equal to is not known. */
static inline bool count_link(struct session *s, struct session_alike *a, const struct time_order_entry *row)
{
	const struct alike_link *l = s->stitch ? find_link(s, a, row) : NULL;
	struct half_look half = { .number = 0 };
	const unsigned char *p;
	uint64_t left, period;

	if (!l)
		return false;
	/* A record that is near comes behind the sample: if nothing changes any more, when it was made does not matter. */
	if (l->until == UINT64_MAX && row->what < JOINED_HALF && !a->needs_time)
		half.later = row->what & NEAR_MOST;
	else if (!look_at_record(s, a, row, l, kind_of(s->stitch, row->what), &half))
		return false;
	period = l->period;
	if (l->period_at) {
		p = bytes_of(s, a, row, &left);
		if (left < l->end)
			return false;
		period = sample_layout__word(p + l->period_at);
	}
	add_to(s, a, &a->sets[l->at], row, &half, period);
	return true;
}

#endif /* PERF_SESSION_LINKS_H */
