// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples that are like one before them are not delivered, but counted; or what they are like is delivered for them.
 *
 * A recording has hundreds of thousands of samples, but only some hundred or thousand kinds (sample-kinds.h): samples of a kind have the
 * event, the place, the stack and the task in common. What the consumer has made of one holds for all others of its kind, as long
 * as the task's name and maps, and the kernel's maps, stay what they are. So for each of these one is added to a count, and its period
 * to a sum. The consumer is told of both when the place is needed for another kind, before chains go, and at the end
 * (session_ops.more).
 *
 * What a sample has for itself (CPU, period, raw data, time) is looked at only where the consumer tells samples apart by it. Then it
 * belongs to what must be equal.
 *
 * A consumer that wants to be told of each sample has no session_ops.more, or needs what cannot be counted. It is given what was made of
 * the sample before, with the few fields that differ: time, CPU, period, raw data, cookie and when the user half was taken; or with all
 * fields, if it looks at others than those. Nothing is looked up. Its any_sample is called for each as well, before the filters.
 *
 * All others, and the first of each kind, go the long way (session__deliver_sample()). A file that changes meanwhile makes wrong
 * numbers: every offset that is taken from it is checked, and entries that were delivered lie where they lay.
 */
#include "util/session/session-alike.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/filter/time-range.h"

#define MANY_PARTS	65536

/* --- which samples ------------------------------------------------------------------------------ */

/* Where most of many samples have parts that no other has, they take more memory than they save work. */
static void forget_parts_of_one(struct session *s)
{
	if (s->scan.stitch->kinds.nr_parts > MANY_PARTS && s->scan.stitch->kinds.nr_parts > s->scan.samples.nr / 2)
		sample_kinds__forget_parts(&s->scan.stitch->kinds);
}

/* What samples of a kind have in common, and what has a place of its own here. */
#define NEEDS_COUNTED	(SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM | SESSION_NEEDS_IP | SESSION_NEEDS_CHAIN | \
			 SESSION_NEEDS_RAW | SESSION_NEEDS_PERIOD | SESSION_NEEDS_STATE)
/* Of those that are delivered one by one these are told as well, without a look at all fields. */
#define NEEDS_DELIVERED	(NEEDS_COUNTED | SESSION_NEEDS_TIME | SESSION_NEEDS_STAY | SESSION_NEEDS_EVERY)

void session__begin_alike(struct session *s)
{
	/* A stage makes something of each sample. */
	bool staged = session__stage(s) != NULL, each = !s->ops->more || staged || s->needs & ~(unsigned int)NEEDS_COUNTED;
	struct session_alike *a;

	if (!s->scan.stitch || !s->receiver.sample || s->opts->raw || s->opts->no_resolve || !s->no_guests || s->has_probes ||
	    !s->scan.usual || s->limits.each_sample)
		return;
	forget_parts_of_one(s);
	a = s->alike = xzalloc(sizeof(*s->alike));
	a->ops = s->ops;
	a->ctx = s->ctx;
	a->receiver = s->receiver;
	a->each = each;
	a->fields = s->needs & ~(unsigned int)NEEDS_DELIVERED;
	a->staged = staged;
	a->any = each && session__wants_any(s);
	/* In samples that are delivered these are set anew; but a filter may look at the CPU. */
	a->by_cpu = (!each && s->needs & SESSION_NEEDS_CPU) || s->opts->cpus;
	a->by_period = !each && s->needs & SESSION_NEEDS_PERIOD;
	a->by_raw = !each && s->needs & SESSION_NEEDS_RAW;
	a->by_times = s->told_apart;
	a->by_more = a->by_period || a->by_raw || a->by_times;
	a->by_own = a->by_cpu || a->by_more;
	a->needs_time = each ? s->needs & SESSION_NEEDS_STAY || a->fields : s->ops->waited != NULL;
	a->segment = s->file->segments;
}

void session__exit_alike(struct session *s)
{
	zfree(&s->alike);
}

/* --- what a sample is equal to ------------------------------------------------------------------- */

/* What must be equal beside the kind @number. False: the sample of @row is looked at for itself. */
static inline __attribute__((always_inline)) bool make_key(const struct session *s, const struct session_alike *a,
							   const struct time_order_entry *row, uint32_t number,
							   struct alike_key *ret)
{
	struct sample_kind kind = sample_kinds__get(&s->scan.stitch->kinds, number);
	const struct sample_layout *l;
	const unsigned char *p;
	struct kind_places at;
	struct own_fields own;
	struct record r;
	uint64_t left;

	*ret = (struct alike_key){ .kind = number };
	if (!kind.part)
		return false;
	l = alike__layout(s, kind);
	if (!l->quick || !a->by_own)
		return l->quick;
	p = alike__bytes(s, a->segment, row, &left);
	if (left < l->end)
		return false;
	if (a->by_cpu)
		ret->cpu = l->cpu ? sample_layout__half_word(p + l->cpu) : (uint32_t)-1;
	if (!a->by_more)
		return true;
	at = kind_places__of(s, kind);
	if (a->by_period)
		ret->period = kind_places__period(&at, p);
	if (a->by_raw) {
		if (!own_fields__read(&own, &at, p, left, &r))
			return false;
		ret->raw = own.raw_data;
		ret->raw_size = own.raw_size;
	}
	ret->in_times = a->by_times && time_ranges__contains(a->by_times, row->time);
	return true;
}

/* @more: session_alike.by_more */
static inline bool is_equal(const struct alike_key *a, const struct alike_key *b, bool more)
{
	if (!more)
		return a->kind == b->kind && a->cpu == b->cpu;
	return a->kind == b->kind && a->cpu == b->cpu && a->period == b->period && a->in_times == b->in_times && a->raw_size == b->raw_size &&
	       (!b->raw_size || !memcmp(a->raw, b->raw, b->raw_size));
}

/*
 * What the sample of @row is equal to, if it came when that holds. NULL: nothing is known; a->key says whether it may be remembered.
 */
static inline __attribute__((always_inline)) struct alike *find(struct session *s, struct session_alike *a,
								const struct time_order_entry *row)
{
	uint32_t number = kind_number(s->scan.stitch, row->what);
	struct alike *e = &a->places[number % PLACES];

	if (!mostly(!a->by_own && e->key.kind == number && number)) {
		a->row = row;
		a->has_key = number && make_key(s, a, row, number, &a->key);
		if (!a->has_key)
			return NULL;
		e = &a->places[alike__place(a, &a->key)];
		if (!is_equal(&e->key, &a->key, a->by_more))
			return NULL;
	}
	if (mostly(row->time >= e->from && row->time < e->until))
		return e;
	a->row = row;
	a->key = e->key;
	a->has_key = true;
	return NULL;
}

/* --- counted, or delivered ------------------------------------------------------------------------ */

static inline void add_wait(struct session_alike *a, uint64_t ns)
{
	a->waits[a->nr_waits++] = ns;
	if (a->nr_waits == ARRAY_SIZE(a->waits))
		alike__tell_waits(a);
}

/* What is known of the half of the sample of @row. False: it was made when something else held. */
static inline __attribute__((always_inline)) bool look_at_half(struct session *s, struct session_alike *a,
							       const struct time_order_entry *row, const struct alike *e,
							       struct half_look *ret)
{
	const unsigned char *p;
	uint64_t left;

	if (!mostly(row->what < JOINED_HALF))
		return half_look__at(ret, s, row, kind_of(s->scan.stitch, row->what), NULL, 0, e);
	*ret = (struct half_look){ .later = row->what & NEAR_MOST, .time = row->time };
	/* A record that is near comes behind the sample: if nothing changes any more, when it was made does not matter. */
	if (!ret->later || (!a->needs_time && e->until == UINT64_MAX))
		return true;
	/* And it is one of the same process. */
	p = alike__bytes(s, a->segment, row, &left);
	return half_look__set(ret, row, scan__near_time(&s->scan, row->what, p, left, row->time), e);
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

	if (!quick && !look_at_half(s, a, row, e, &half))
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
		first->sample.user_time = half->time;
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

	if (!look_at_half(s, a, row, e, &half))
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

static size_t deliver_alike(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs)
{
	struct session_alike *a = s->alike;
	const struct time_order_entry *row;
	struct alike *e;

	for (; from < end && s->scan.samples.entries[from].time < before; from++) {
		row = &s->scan.samples.entries[from];
		e = find(s, a, row);
		if (!e || !deliver(s, a, e, row)) {
			*ret_differs = true;
			break;
		}
		if (a->failed)
			return from + 1;
	}
	return from;
}

static inline __attribute__((always_inline)) size_t count_alike(struct session *s, size_t from, size_t end, uint64_t before, bool timed,
								bool *ret_differs)
{
	const struct time_order_entry *row = time_order__at(&s->scan.samples, from), *const stop = time_order__at(&s->scan.samples, end);
	struct session_alike *a = s->alike;
	struct alike *e;

	for (; row < stop && row->time < before; row++) {
		e = &a->places[(row->what >> NEAR_BITS) % PLACES];
		if (mostly(alike__quick(row->what) == e->quick && row->time >= e->from && count(s, a, e, row, true, timed)))
			continue;
		e = find(s, a, row);
		if (!e || !count(s, a, e, row, false, timed)) {
			*ret_differs = true;
			break;
		}
	}
	return (size_t)(row - s->scan.samples.entries);
}

size_t session__count_alike(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs)
{
	struct session_alike *a = s->alike;

	a->has_key = a->told_any = false;
	*ret_differs = false;
	if (a->each)
		return deliver_alike(s, from, end, before, ret_differs);
	return a->needs_time ? count_alike(s, from, end, before, true, ret_differs) : count_alike(s, from, end, before, false, ret_differs);
}
