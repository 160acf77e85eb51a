/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a row tells of a sample of a known kind, without taking it apart: what it has for itself, and its user half. Private to
 * session-alike.c, whose loops these functions are part of.
 */
#ifndef PERF_SESSION_ALIKE_H
#define PERF_SESSION_ALIKE_H

#include "util/event/sample-layout.h"
#include "util/session/session-rows.h"

/* Where an event's samples have what each of them has for itself. */
struct own_places {
	bool known;			/* false: each of its samples is looked at for itself */
	bool has_chain, has_raw;
	uint8_t cpu, period, end;	/* offsets, as in struct sample_layout; 0: they have none */
	uint64_t fixed_period;
};

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
	uint64_t time;			/* as session_sample.user_time */
};

/* The fields of the sample at @p, of which @at->end bytes are there. */
static inline uint32_t own_places__cpu(const struct own_places *at, const unsigned char *p)
{
	return at->cpu ? sample_layout__half_word(p + at->cpu) : (uint32_t)-1;
}

static inline uint64_t own_places__period(const struct own_places *at, const unsigned char *p)
{
	return at->period ? sample_layout__word(p + at->period) : at->fixed_period;
}

/* The bytes of the sample of @row, *@ret_left of them at least. *@segment: that of the sample before; the next one lies there mostly. */
static inline const unsigned char *alike__bytes(const struct session *s, const struct data_segment *segment,
						const struct time_order_entry *row, uint64_t *ret_left)
{
	uint64_t pos = time_order__pos(&s->samples, row);

	if (pos - segment->pos >= segment->size)
		return data_file__bytes(s->file, pos, ret_left);
	*ret_left = segment->size - (pos - segment->pos);
	return segment->records + (pos - segment->pos);
}

/* Reads what the sample at @p has for itself; @part: that of its kind. Its header goes to @r. False: the file has changed. */
static inline __attribute__((always_inline)) bool own_fields__read(struct own_fields *ret, const struct own_places *at,
								   const struct sample_part *part, const unsigned char *p, uint64_t left,
								   struct record *r)
{
	enum perf_stitch_ending ending = sample_part__ending(part);
	size_t nr_ips = sample_part__nr_ips(part) + (ending == PERF_STITCH_ENDS_COOKIE ? 2 : ending == PERF_STITCH_ENDS_MARKER);
	unsigned int end = at->end + (at->has_chain ? 8 + 8 * (unsigned int)nr_ips : 0);

	if (left < sizeof(r->header))
		return false;
	memcpy(&r->header, p, sizeof(r->header));
	if (r->header.type != PERF_RECORD_SAMPLE || r->header.size > left || r->header.size < end)
		return false;
	r->data = p;
	*ret = (struct own_fields){
		.cpu = own_places__cpu(at, p),
		.period = own_places__period(at, p),
		.cookie = ending == PERF_STITCH_ENDS_COOKIE ? sample_layout__word(p + end - 8) : 0,
	};
	if (at->has_raw)
		ret->raw_data = sample_layout__take_raw(r, &end, &ret->raw_size);
	return !at->has_raw || ret->raw_data;
}

/*
 * What is known of the user half of the sample of @row, of kind @kind, which lies at @p (NULL: only if its record is not near). False:
 * the half was made of another process, or not in [@from, @until).
 */
static inline __attribute__((always_inline)) bool half_look__at(struct half_look *ret, const struct session *s,
								const struct time_order_entry *row, struct sample_kind kind,
								const unsigned char *p, uint64_t left, uint64_t from, uint64_t until)
{
	uint32_t pid = (uint32_t)s->stitch->kinds.parts[kind.part - 1].task;
	struct half_record record;

	*ret = (struct half_look){ .time = row->time };
	if (!has_half(kind.user))
		return true;
	record = session__half_record(s, row, pid, p, left);
	ret->later = record.time >= row->time;
	ret->wait = record.time - row->time;
	/* An empty half was taken at no time of its own. */
	if (s->stitch->halves.list[kind.user - 1].nr)
		ret->time = record.time;
	return record.pid == pid && record.time >= from && record.time < until;
}

#endif /* PERF_SESSION_ALIKE_H */
