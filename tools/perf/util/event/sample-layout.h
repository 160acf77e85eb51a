/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Offsets of the fields in an event's records, as far as they do not depend on the records' contents.
 *
 * Nearly all records of a recording are deferred callchains, or samples in which at most a callchain and raw data follow the
 * fields of fixed size. They are decoded by offsets that are computed once for each event, with all bounds checked. A record
 * that is not exactly as expected (another byte order, more fields, a wrong size) is left to sample.c, which decodes any
 * record and says what is wrong with it.
 */
#ifndef PERF_EVENT_SAMPLE_LAYOUT_H
#define PERF_EVENT_SAMPLE_LAYOUT_H

#include "util/base/alloc.h"
#include "util/event/sample.h"

#define SAMPLE_LAYOUT_HEADER	((unsigned int)sizeof(struct perf_event_header))

/* Offsets are in bytes from the beginning of the record, at most 96; 0: there is no such field. */
struct sample_layout {
	uint64_t sample_type;		/* of the event for which this was computed, ... */
	bool sample_id_all, known;	/* ... its sample_id_all; known: it was computed */
	bool quick;			/* sample_layout__sample() can decode its samples */
	bool only_chain;		/* nothing but a callchain follows the fields of fixed size, in all that it can decode */
	uint8_t id, ip, tid, time, addr, stream_id, cpu, period;
	uint8_t end;			/* end of these fields, where the callchain or the raw data begin */
	uint16_t least;			/* bytes of the smallest sample; UINT16_MAX: sample_layout__sample() can decode none */
	/* The sample_id of other records: its size, and how far before the record's end its fields begin. */
	struct {
		uint8_t size, tid, time, id, stream_id, cpu;
		uint16_t least;		/* bytes of the smallest record with one; UINT16_MAX: they have none */
	} trailer;
};

void sample_layout__init(struct sample_layout *l, const struct perf_event_attr *attr);
/* Does the same as sample_decoder__sample(). Returns false if that must be used instead; @ret is not valid then. */
bool sample_layout__sample(const struct sample_layout *l, const struct record *r, struct perf_sample *ret);
/*
 * --- inline: both passes go through all records with these. The record must lie in place: sample_layout__in_place()
 * ---------
 */

/* Reads a u64. The file may change while it is read: so each value is read only once, then checked and used. */
static inline uint64_t sample_layout__word(const unsigned char *p)
{
	return *(const volatile uint64_t *)(const void *)p;
}

static inline uint32_t sample_layout__half_word(const unsigned char *p)
{
	return *(const volatile uint32_t *)(const void *)p;
}

/* The same for what nobody compares with anything: if it is not used, it is not read. */
static inline uint64_t sample_layout__plain_word(const unsigned char *p)
{
	return *(const uint64_t *)(const void *)p;
}

/* A pid and a tid, of 4 bytes each, which lie one behind the other: the tid is in the upper half. */
static inline uint64_t sample_layout__task(const unsigned char *p)
{
	uint64_t word = sample_layout__plain_word(p);

	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? word >> 32 | word << 32 : word;
}

static inline bool sample_layout__in_place(const struct record *r)
{
	return !r->swap && !((uintptr_t)r->data & 7);
}

/*
 * Returns the *@ret_nr entries of the callchain at offset *@at of @r, borrowed, and moves *@at behind it. If the callchain
 * would go beyond the record's end, returns NULL and sets *@at to UINT32_MAX.
 */
static inline const uint64_t *sample_layout__take_callchain(const struct record *r, unsigned int *at, uint64_t *ret_nr)
{
	unsigned int begin = *at, size = r->header.size;
	uint64_t nr;

	*at = UINT32_MAX;
	if (size - begin < 8)
		return NULL;
	nr = sample_layout__word(r->data + begin);
	if (nr > (size - begin - 8) / 8)
		return NULL;
	*ret_nr = nr;
	*at = begin + 8 + 8 * (unsigned int)nr;
	return (const void *)(r->data + begin + 8);
}

/* Does the same for raw data of *@ret_size bytes. */
static inline const void *sample_layout__take_raw(const struct record *r, unsigned int *at, uint32_t *ret_size)
{
	unsigned int begin = *at, size = r->header.size;
	uint32_t bytes;

	*at = UINT32_MAX;
	if (begin > size || size - begin < 8)
		return NULL;
	bytes = sample_layout__half_word(r->data + begin);
	if (bytes > size - begin - 4)
		return NULL;
	*ret_size = bytes;
	*at = (begin + 4 + bytes + 7) & ~7u;
	return r->data + begin + 4;
}

/*
 * Does the same as sample_layout__sample() for callers that decode one sample after the other into the same @ret. It must be
 * zeroed before the first one: fields that samples of this form cannot have are not set.
 */
static inline bool sample_layout__fields(const struct sample_layout *l, const struct record *r, struct perf_sample *ret)
{
	const unsigned char *p = r->data;
	unsigned int at = l->end;

	if (!l->quick || r->header.size < at)
		return false;
	ret->misc = r->header.misc;
	ret->id = l->id ? sample_layout__word(p + l->id) : 0;
	ret->ip = l->ip ? sample_layout__word(p + l->ip) : 0;
	ret->pid = l->tid ? sample_layout__half_word(p + l->tid) : (uint32_t)-1;
	ret->tid = l->tid ? sample_layout__half_word(p + l->tid + 4) : (uint32_t)-1;
	ret->time = l->time ? sample_layout__word(p + l->time) : 0;
	ret->addr = l->addr ? sample_layout__word(p + l->addr) : 0;
	ret->stream_id = l->stream_id ? sample_layout__word(p + l->stream_id) : 0;
	ret->cpu = l->cpu ? sample_layout__half_word(p + l->cpu) : (uint32_t)-1;
	ret->period = l->period ? sample_layout__word(p + l->period) : 0;
	ret->callchain_offset = 0;
	ret->nr_ips = 0;
	ret->ips = NULL;
	if (l->sample_type & PERF_SAMPLE_CALLCHAIN) {
		ret->callchain_offset = at;
		ret->ips = sample_layout__take_callchain(r, &at, &ret->nr_ips);
	}
	ret->raw_size = 0;
	ret->raw_data = NULL;
	if (l->sample_type & PERF_SAMPLE_RAW)
		ret->raw_data = sample_layout__take_raw(r, &at, &ret->raw_size);
	ret->user_copy_offset = at;
	return at == r->header.size;
}

/* A record's header at @p, read once: the type in the lower half, then 16 bits of misc, then 16 of the size. */
static inline uint64_t sample_layout__header(const unsigned char *p)
{
	const uint64_t word = sample_layout__word(p);

	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		return word >> 32 | (word >> 16 & 0xffff) << 32 | word << 48;
	return word;
}

/*
 * Sets *@ret_ips to the *@ret_nr entries of the sample of @size bytes at @p, if its event has a callchain, and checks
 * all that the record has. False: sample_decoder__glance() is to be used.
 */
static inline __attribute__((always_inline)) bool sample_layout__chain(const struct sample_layout *l, const unsigned char *p, uint64_t size,
									const uint64_t **ret_ips, uint64_t *ret_nr)
{
	struct record r = { .data = p };
	unsigned int at = l->end;
	uint64_t nr, room = size - l->least;
	uint32_t raw_size;

	if (size < l->least)
		return false;
	if (mostly(l->only_chain)) {
		nr = sample_layout__word(p + at);
		*ret_nr = nr;
		*ret_ips = (const void *)(p + at + 8);
		/* What is no number of words becomes a large one. */
		return nr == (room >> 3 | room << 61);
	}
	if (l->sample_type & PERF_SAMPLE_CALLCHAIN) {
		nr = sample_layout__word(p + at);
		*ret_nr = nr;
		*ret_ips = (const void *)(p + at + 8);
		/* That it ends in front of the raw data is seen below. */
		if (nr > size)
			return false;
		at += 8 + 8 * (unsigned int)nr;
	}
	if (l->sample_type & PERF_SAMPLE_RAW) {
		r.header.size = (uint16_t)size;
		(void)sample_layout__take_raw(&r, &at, &raw_size);
	}
	return at == size;
}

/* Does the same as sample_decoder__glance(), for a sample of @size bytes at @p. Returns false if that must be used instead. */
static inline __attribute__((always_inline)) bool sample_layout__glance(const struct sample_layout *l, const unsigned char *p,
									uint64_t size, struct sample_glance *ret)
{
	uint64_t task;

	ret->nr_ips = 0;
	if (!sample_layout__chain(l, p, size, &ret->ips, &ret->nr_ips))
		return false;
	task = l->tid ? sample_layout__task(p + l->tid) : UINT64_MAX;
	ret->id = l->id ? sample_layout__plain_word(p + l->id) : 0;
	ret->time = l->time ? sample_layout__word(p + l->time) : 0;
	ret->pid = (uint32_t)task;
	ret->tid = (uint32_t)(task >> 32);
	return true;
}

/* The fields of the sample_id that lies in front of @end: pid and tid, as sample_layout__task(); and the time, in ns. */
static inline uint64_t sample_layout__id_task(const struct sample_layout *l, const unsigned char *end)
{
	return l->trailer.tid ? sample_layout__task(end - l->trailer.tid) : UINT64_MAX;
}

static inline uint64_t sample_layout__id_time(const struct sample_layout *l, const unsigned char *end)
{
	return l->trailer.time ? sample_layout__word(end - l->trailer.time) : 0;
}

static inline uint64_t sample_layout__id_id(const struct sample_layout *l, const unsigned char *end)
{
	return l->trailer.id ? sample_layout__plain_word(end - l->trailer.id) : 0;
}

/* All of these fields. */
static inline void sample_layout__read_id(const struct sample_layout *l, const unsigned char *end, struct sample_id *ret)
{
	const uint64_t task = sample_layout__id_task(l, end);

	*ret = (struct sample_id){
		.size = l->trailer.size, .has_tid = l->trailer.tid, .pid = (uint32_t)task, .tid = (uint32_t)(task >> 32),
		.has_time = l->trailer.time, .time = sample_layout__id_time(l, end), .id = sample_layout__id_id(l, end),
		.stream_id = l->trailer.stream_id ? sample_layout__plain_word(end - l->trailer.stream_id) : 0,
		.cpu = l->trailer.cpu ? *(const uint32_t *)(const void *)(end - l->trailer.cpu) : (uint32_t)-1,
	};
}

/* Does the same as sample_decoder__id(). Returns false if that must be used instead. */
static inline bool sample_layout__id(const struct sample_layout *l, const struct record *r, struct sample_id *ret)
{
	if (r->header.size % 8 || r->header.size < l->trailer.least)
		return false;
	sample_layout__read_id(l, r->data + r->header.size, ret);
	return true;
}

/* Where the entries of deferred records begin, bytes: that is @half_at below. */
static inline unsigned int sample_layout__half_at(enum deferred_protocol protocol)
{
	return SAMPLE_LAYOUT_HEADER + (protocol == DEFERRED_PROTOCOL_C ? 16 : 8);
}

/* Bytes of the smallest deferred record, one without entries: more than any record has if there are none that look as usual. */
static inline unsigned int sample_layout__half_least(const struct sample_layout *l, unsigned int half_at)
{
	return l->trailer.least + half_at - SAMPLE_LAYOUT_HEADER;
}

/*
 * The entries of the deferred record of @size bytes at @p, *@ret_nr of them without a PERF_CONTEXT_USER at the beginning. @least:
 * sample_layout__half_least(). NULL: they do not fill the record, but for a sample_id; then sample_decoder__deferred() is to be used.
 */
static inline const uint64_t *sample_layout__half(const unsigned char *p, uint64_t size, unsigned int half_at, unsigned int least,
						  uint64_t *ret_nr)
{
	const uint64_t *ips = (const void *)(p + half_at);
	uint64_t nr, room;

	if (size < least)
		return NULL;
	/* If that is no number of words, it becomes a large one. */
	room = size - least;
	room = room >> 3 | room << 61;
	nr = sample_layout__word(p + half_at - 8);
	if (nr != room)
		return NULL;
	if (mostly(nr) && ips[0] == PERF_CONTEXT_USER) {
		ips++;
		nr--;
	}
	*ret_nr = nr;
	return ips;
}

/* Does the same as sample_decoder__deferred(), but returns false for records with more than the chain's entries in them. */
static inline bool sample_layout__deferred(const struct sample_layout *l, const struct record *r, enum deferred_protocol protocol,
					   struct record_deferred *ret)
{
	const unsigned int half_at = sample_layout__half_at(protocol);

	ret->ips = sample_layout__half(r->data, r->header.size, half_at, sample_layout__half_least(l, half_at), &ret->nr);
	if (!ret->ips)
		return false;
	sample_layout__read_id(l, r->data + r->header.size, &ret->id);
	ret->cookie = protocol == DEFERRED_PROTOCOL_C ? sample_layout__word(r->data + SAMPLE_LAYOUT_HEADER) : 0;
	return true;
}

#endif /* PERF_EVENT_SAMPLE_LAYOUT_H */
