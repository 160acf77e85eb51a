// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/sample-layout.h"

#include <string.h>

#define HEADER		((unsigned int)sizeof(struct perf_event_header))
#define FIXED_FIELDS	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | \
			 PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)
#define ID_FIELDS	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | \
			 PERF_SAMPLE_IDENTIFIER)

/* The file may change while it is read: each word is fetched once, and only what was fetched is checked and used. */
static inline uint64_t word_at(const unsigned char *p)
{
	return *(const volatile uint64_t *)(const void *)p;
}

static inline uint32_t half_word_at(const unsigned char *p)
{
	return *(const volatile uint32_t *)(const void *)p;
}

static bool in_place(const struct record *r)
{
	return !r->swap && !((uintptr_t)r->data & 7);
}

/* The next field of 8 bytes, if @bit is set in @type. */
static uint8_t take(uint64_t type, uint64_t bit, unsigned int *at)
{
	unsigned int here = *at;

	if (!(type & bit))
		return 0;
	*at += 8;
	return (uint8_t)here;
}

static void init_trailer(struct sample_layout *l, uint64_t type)
{
	unsigned int at = 0, size = 8 * (unsigned int)__builtin_popcountll(type & ID_FIELDS);

	l->trailer.size = (uint8_t)size;
	if (type & PERF_SAMPLE_TID)
		l->trailer.tid = (uint8_t)(size - take(type, PERF_SAMPLE_TID, &at));
	if (type & PERF_SAMPLE_TIME)
		l->trailer.time = (uint8_t)(size - take(type, PERF_SAMPLE_TIME, &at));
	if (type & PERF_SAMPLE_ID)
		l->trailer.id = (uint8_t)(size - take(type, PERF_SAMPLE_ID, &at));
	if (type & PERF_SAMPLE_STREAM_ID)
		l->trailer.stream_id = (uint8_t)(size - take(type, PERF_SAMPLE_STREAM_ID, &at));
	if (type & PERF_SAMPLE_CPU)
		l->trailer.cpu = (uint8_t)(size - take(type, PERF_SAMPLE_CPU, &at));
	if (type & PERF_SAMPLE_IDENTIFIER)
		l->trailer.id = (uint8_t)(size - take(type, PERF_SAMPLE_IDENTIFIER, &at));
}

void sample_layout__init(struct sample_layout *l, const struct perf_event_attr *attr)
{
	uint64_t type = attr->sample_type;
	unsigned int at = HEADER;
	uint8_t second;

	*l = (struct sample_layout){ .sample_type = type, .sample_id_all = attr->sample_id_all, .known = true };
	l->quick = !(type & ~(uint64_t)(FIXED_FIELDS | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW));
	l->id = take(type, PERF_SAMPLE_IDENTIFIER, &at);
	l->ip = take(type, PERF_SAMPLE_IP, &at);
	l->tid = take(type, PERF_SAMPLE_TID, &at);
	l->time = take(type, PERF_SAMPLE_TIME, &at);
	l->addr = take(type, PERF_SAMPLE_ADDR, &at);
	/* Where both are there they say the same. */
	second = take(type, PERF_SAMPLE_ID, &at);
	l->id = second ? second : l->id;
	l->stream_id = take(type, PERF_SAMPLE_STREAM_ID, &at);
	l->cpu = take(type, PERF_SAMPLE_CPU, &at);
	l->period = take(type, PERF_SAMPLE_PERIOD, &at);
	l->end = (uint8_t)at;
	if (attr->sample_id_all)
		init_trailer(l, type);
}

/* The callchain that begins at *@at, which is moved behind it. */
static bool take_callchain(const struct record *r, unsigned int *at, struct perf_sample *ret)
{
	unsigned int begin = *at, size = r->header.size;
	uint64_t nr;

	if (size - begin < 8)
		return false;
	nr = word_at(r->data + begin);
	if (nr > (size - begin - 8) / 8)
		return false;
	ret->callchain_offset = begin;
	ret->ips = (const void *)(r->data + begin + 8);
	ret->nr_ips = nr;
	*at = begin + 8 + 8 * (unsigned int)nr;
	return true;
}

static bool take_raw(const struct record *r, unsigned int *at, struct perf_sample *ret)
{
	unsigned int begin = *at, size = r->header.size;
	uint32_t bytes;

	if (size - begin < 8)
		return false;
	bytes = half_word_at(r->data + begin);
	if (bytes > size - begin - 4)
		return false;
	ret->raw_data = r->data + begin + 4;
	ret->raw_size = bytes;
	*at = (begin + 4 + bytes + 7) & ~7u;
	return true;
}

bool sample_layout__sample(const struct sample_layout *l, const struct record *r, struct perf_sample *ret)
{
	const unsigned char *p = r->data;
	unsigned int at = l->end;

	if (!l->quick || !in_place(r) || r->header.size < at)
		return false;
	memset(ret, 0, sizeof(*ret));
	ret->misc = r->header.misc;
	ret->pid = ret->tid = ret->cpu = (uint32_t)-1;
	if (l->id)
		ret->id = word_at(p + l->id);
	if (l->ip)
		ret->ip = word_at(p + l->ip);
	if (l->tid) {
		ret->pid = half_word_at(p + l->tid);
		ret->tid = half_word_at(p + l->tid + 4);
	}
	if (l->time)
		ret->time = word_at(p + l->time);
	if (l->addr)
		ret->addr = word_at(p + l->addr);
	if (l->stream_id)
		ret->stream_id = word_at(p + l->stream_id);
	if (l->cpu)
		ret->cpu = half_word_at(p + l->cpu);
	if (l->period)
		ret->period = word_at(p + l->period);
	if (l->sample_type & PERF_SAMPLE_CALLCHAIN && !take_callchain(r, &at, ret))
		return false;
	if (l->sample_type & PERF_SAMPLE_RAW && !take_raw(r, &at, ret))
		return false;
	ret->user_copy_offset = at;
	return at == r->header.size;
}

bool sample_layout__id(const struct sample_layout *l, const struct record *r, struct sample_id *ret)
{
	const unsigned char *end = r->data + r->header.size;

	if (!l->trailer.size || !in_place(r) || r->header.size % 8 || l->trailer.size > r->header.size - HEADER)
		return false;
	*ret = (struct sample_id){ .pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1, .size = l->trailer.size };
	if (l->trailer.tid) {
		ret->pid = half_word_at(end - l->trailer.tid);
		ret->tid = half_word_at(end - l->trailer.tid + 4);
		ret->has_tid = true;
	}
	if (l->trailer.time) {
		ret->time = word_at(end - l->trailer.time);
		ret->has_time = true;
	}
	if (l->trailer.id)
		ret->id = word_at(end - l->trailer.id);
	if (l->trailer.stream_id)
		ret->stream_id = word_at(end - l->trailer.stream_id);
	if (l->trailer.cpu)
		ret->cpu = half_word_at(end - l->trailer.cpu);
	return true;
}

bool sample_layout__deferred(const struct sample_layout *l, const struct record *r, enum deferred_protocol protocol,
			     struct record_deferred *ret)
{
	unsigned int at = HEADER, size = r->header.size - l->trailer.size;
	uint64_t nr;

	if (!sample_layout__id(l, r, &ret->id) || size < HEADER + 16)
		return false;
	ret->cookie = 0;
	if (protocol == DEFERRED_PROTOCOL_C) {
		ret->cookie = word_at(r->data + at);
		at += 8;
	}
	nr = word_at(r->data + at);
	at += 8;
	if (nr > (size - at) / 8 || at + 8 * nr != size)
		return false;
	ret->ips = (const void *)(r->data + at);
	if (nr && ret->ips[0] == PERF_CONTEXT_USER) {
		ret->ips++;
		nr--;
	}
	ret->nr = nr;
	return true;
}
