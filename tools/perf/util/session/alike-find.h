/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the row of a sample tells of it: what it is equal to (session-alike.h), what it has for itself, and its user half. Its record is read
 * only where one of these is asked for, and never taken apart.
 */
#ifndef PERF_SESSION_ALIKE_FIND_H
#define PERF_SESSION_ALIKE_FIND_H

#include <string.h>

#include "util/filter/time-range.h"
#include "util/session/session-alike.h"

/* What samples of one kind have for themselves. */
struct own_fields {
	uint32_t cpu, raw_size;
	uint64_t period, cookie;
	const unsigned char *raw_data;
};

/* The user half of a sample. */
struct half_look {
	bool later;			/* its record came after the sample ... */
	uint64_t wait;			/* ... by so many ns */
	uint64_t time;			/* as session_sample.user.time */
};

static inline const struct sample_part *alike__part(const struct session *s, struct sample_kind kind)
{
	return &s->scan.stitch->kinds.parts[kind.part - 1];
}

static inline const struct sample_layout *alike__layout(const struct session *s, struct sample_kind kind)
{
	return &s->scan.usual->events[sample_part__event(alike__part(s, kind))].layout;
}

/* The bytes at @pos, *@ret_left of them at least. *@segment: the file's first, in which most of them lie. */
static inline const unsigned char *alike__bytes_at(const struct session *s, const struct data_segment *segment, uint64_t pos, uint64_t *ret_left)
{
	const uint64_t at = pos - segment->pos;

	if (!mostly(at < segment->size))
		return data_file__bytes(s->file, pos, ret_left);
	*ret_left = segment->size - at;
	return segment->records + at;
}

/* The same for the sample of @row. */
static inline const unsigned char *alike__bytes(const struct session *s, const struct data_segment *segment,
						const struct time_order_entry *row, uint64_t *ret_left)
{
	return alike__bytes_at(s, segment, time_order__pos(&s->scan.samples, row), ret_left);
}

/* Where samples of @kind have what each of them has for itself. */
static inline struct kind_places kind_places__of(const struct session *s, struct sample_kind kind)
{
	const struct sample_part *part = alike__part(s, kind);
	const struct sample_layout *l = alike__layout(s, kind);
	enum perf_stitch_ending ending = sample_part__ending(part);
	size_t nr_ips = sample_part__nr_ips(part) + (ending == PERF_STITCH_ENDS_COOKIE ? 2 : ending == PERF_STITCH_ENDS_MARKER);

	return (struct kind_places){
		.layout = l, .fixed_period = s->scan.usual->events[sample_part__event(part)].period,
		.end = l->end + (l->sample_type & PERF_SAMPLE_CALLCHAIN ? 8 + 8 * (unsigned int)nr_ips : 0),
		.cookie = ending == PERF_STITCH_ENDS_COOKIE,
	};
}

/* Of the sample at @p, of which the fields at known offsets are there. */
static inline uint64_t kind_places__period(const struct kind_places *at, const unsigned char *p)
{
	return at->layout->period ? sample_layout__word(p + at->layout->period) : at->fixed_period;
}

/* Reads what the sample at @p has for itself. Its header goes to @r. False: the file has changed. */
static inline __attribute__((always_inline)) bool own_fields__read(struct own_fields *ret, const struct kind_places *at,
								   const unsigned char *p, uint64_t left, struct record *r)
{
	const struct sample_layout *l = at->layout;
	unsigned int end = at->end;

	if (left < sizeof(r->header))
		return false;
	memcpy(&r->header, p, sizeof(r->header));
	if (r->header.type != PERF_RECORD_SAMPLE || r->header.size > left || r->header.size < end)
		return false;
	r->data = p;
	*ret = (struct own_fields){
		.cpu = l->cpu ? sample_layout__half_word(p + l->cpu) : (uint32_t)-1,
		.period = kind_places__period(at, p),
		.cookie = at->cookie ? sample_layout__word(p + end - 8) : 0,
	};
	if (l->sample_type & PERF_SAMPLE_RAW)
		ret->raw_data = sample_layout__take_raw(r, &end, &ret->raw_size);
	return !(l->sample_type & PERF_SAMPLE_RAW) || ret->raw_data;
}

/*
 * What is known of the user half of the sample of @row, whose record was made at @time (ns), and who is like @e. False: another user
 * half was made when something else held.
 */
static inline bool half_look__set(struct half_look *ret, const struct time_order_entry *row, uint64_t time, const struct alike *e)
{
	/* An empty half was taken at no time of its own. */
	*ret = (struct half_look){ .later = time >= row->time, .wait = time - row->time, .time = e->whole ? time : row->time };
	return time >= e->from && time < e->until;
}

/*
 * The same for any row; it lies at @p (NULL: only if its record is not near). False also: the half was made of another process.
 */
static inline __attribute__((always_inline)) bool half_look__at(struct half_look *ret, const struct session *s,
								const struct time_order_entry *row, const unsigned char *p,
								uint64_t left, const struct alike *e)
{
	struct sample_kind kind = kind_of(s->scan.stitch, row->what);
	uint32_t pid = (uint32_t)s->scan.stitch->kinds.parts[kind.part - 1].task;
	struct half_record record;

	*ret = (struct half_look){ .time = row->time };
	if (!has_half(kind.user))
		return true;
	record = scan__half_record(&s->scan, row, pid, p, left);
	return half_look__set(ret, row, record.time, e) && record.pid == pid;
}

static inline uint64_t alike__mix(uint64_t hash, uint64_t word)
{
	return (hash ^ hash >> 32 ^ word) * 0x9e3779b97f4a7c15ULL;
}

/* Kinds have small numbers, one behind the other: as long as there are not more than places, none takes another's. */
static inline uint32_t alike__place(const struct session_alike *a, const struct alike_key *k)
{
	uint64_t hash, word;
	uint32_t at;

	if (!a->by_more)
		return (k->kind ^ k->cpu * 0x9e3779b1U >> 16) & a->mask;
	hash = alike__mix(k->kind, k->cpu ^ k->period << 16 ^ (uint64_t)k->in_times << 40);
	for (at = 0; at + sizeof(word) <= k->raw_size; at += sizeof(word)) {
		memcpy(&word, k->raw + at, sizeof(word));
		hash = alike__mix(hash, word);
	}
	return alike__mix(hash, 0) >> 32 & a->mask;
}

/* Rows of near samples of one kind, and of those without a record, have this in common, and no other row has. It is never 0. */
static inline uint32_t alike__quick(uint32_t what)
{
	return what | NEAR_MOST;
}

/* What must be equal beside the kind @number. False: the sample of @row is looked at for itself. */
static inline __attribute__((always_inline)) bool alike__make_key(const struct session *s, const struct session_alike *a,
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
static inline bool alike_key__equal(const struct alike_key *a, const struct alike_key *b, bool more)
{
	if (!more)
		return a->kind == b->kind && a->cpu == b->cpu;
	return a->kind == b->kind && a->cpu == b->cpu && a->period == b->period && a->in_times == b->in_times && a->raw_size == b->raw_size &&
	       (!b->raw_size || !memcmp(a->raw, b->raw, b->raw_size));
}

/*
 * What the sample of @row is equal to, if it came when that holds. NULL: nothing is known; a->key says whether it may be remembered.
 */
static inline __attribute__((always_inline)) struct alike *alike__find(struct session *s, struct session_alike *a,
								const struct time_order_entry *row)
{
	uint32_t number = kind_number(s->scan.stitch, row->what);
	struct alike *e = &a->places[number & a->mask];

	if (!mostly(!a->by_own && e->key.kind == number && number)) {
		a->row = row;
		a->has_key = number && alike__make_key(s, a, row, number, &a->key);
		if (!a->has_key)
			return NULL;
		e = &a->places[alike__place(a, &a->key)];
		if (!alike_key__equal(&e->key, &a->key, a->by_more))
			return NULL;
	}
	if (mostly(row->time >= e->from && row->time < e->until))
		return e;
	a->row = row;
	a->key = e->key;
	a->has_key = true;
	return NULL;
}

/* What is known of the half of the sample of @row. False: it was made when something else held. */
static inline __attribute__((always_inline)) bool alike__look_at_half(struct session *s, struct session_alike *a,
							       const struct time_order_entry *row, const struct alike *e,
							       struct half_look *ret)
{
	const unsigned char *p;
	uint64_t left;

	if (!mostly(row->what < JOINED_HALF))
		return half_look__at(ret, s, row, NULL, 0, e);
	*ret = (struct half_look){ .later = row->what & NEAR_MOST, .time = row->time };
	/* A record that is near comes behind the sample: if nothing changes any more, when it was made does not matter. */
	if (!ret->later || (!a->needs_time && e->until == UINT64_MAX))
		return true;
	/* And it is one of the same process. */
	p = alike__bytes(s, a->segment, row, &left);
	return half_look__set(ret, row, scan__near_time(&s->scan, row->what, p, left, row->time), e);
}

#endif /* PERF_SESSION_ALIKE_FIND_H */
