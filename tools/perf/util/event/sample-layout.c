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

/*
 * The words of the callchain that begins at *@at, which is moved behind it. NULL, and *@at beyond the record: they are not all
 * there.
 */
static const uint64_t *take_callchain(const struct record *r, unsigned int *at, uint64_t *ret_nr)
{
	unsigned int begin = *at, size = r->header.size;
	uint64_t nr;

	*at = UINT32_MAX;
	if (size - begin < 8)
		return NULL;
	nr = word_at(r->data + begin);
	if (nr > (size - begin - 8) / 8)
		return NULL;
	*ret_nr = nr;
	*at = begin + 8 + 8 * (unsigned int)nr;
	return (const void *)(r->data + begin + 8);
}

/* The same of raw data, @*ret_size bytes. */
static const void *take_raw(const struct record *r, unsigned int *at, uint32_t *ret_size)
{
	unsigned int begin = *at, size = r->header.size;
	uint32_t bytes;

	*at = UINT32_MAX;
	if (begin > size || size - begin < 8)
		return NULL;
	bytes = half_word_at(r->data + begin);
	if (bytes > size - begin - 4)
		return NULL;
	*ret_size = bytes;
	*at = (begin + 4 + bytes + 7) & ~7u;
	return r->data + begin + 4;
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
	if (l->sample_type & PERF_SAMPLE_CALLCHAIN) {
		ret->callchain_offset = at;
		ret->ips = take_callchain(r, &at, &ret->nr_ips);
	}
	if (l->sample_type & PERF_SAMPLE_RAW)
		ret->raw_data = take_raw(r, &at, &ret->raw_size);
	ret->user_copy_offset = at;
	return at == r->header.size;
}

bool sample_layout__glance(const struct sample_layout *l, const struct record *r, struct sample_glance *ret)
{
	const unsigned char *p = r->data;
	unsigned int at = l->end;
	uint32_t raw_size;

	if (!l->quick || !in_place(r) || r->header.size < at)
		return false;
	ret->id = l->id ? word_at(p + l->id) : 0;
	ret->time = l->time ? word_at(p + l->time) : 0;
	ret->tid = l->tid ? half_word_at(p + l->tid + 4) : (uint32_t)-1;
	ret->cpu = l->cpu ? half_word_at(p + l->cpu) : (uint32_t)-1;
	ret->nr_ips = 0;
	if (l->sample_type & PERF_SAMPLE_CALLCHAIN)
		ret->ips = take_callchain(r, &at, &ret->nr_ips);
	if (l->sample_type & PERF_SAMPLE_RAW)
		(void)take_raw(r, &at, &raw_size);
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

/* Where the words of a deferred chain begin; 0: they do not fill the record. */
static unsigned int deferred_words(const struct sample_layout *l, const struct record *r, enum deferred_protocol protocol,
				   uint64_t *ret_nr)
{
	unsigned int at = protocol == DEFERRED_PROTOCOL_C ? HEADER + 16 : HEADER + 8, size = r->header.size;
	uint64_t nr;

	if (!l->trailer.size || !in_place(r) || size < at + l->trailer.size)
		return 0;
	nr = word_at(r->data + at - 8);
	*ret_nr = nr;
	size -= l->trailer.size + at;
	return size % 8 || nr != size / 8 ? 0 : at;
}

bool sample_layout__deferred_fits(const struct sample_layout *l, const struct record *r, enum deferred_protocol protocol)
{
	uint64_t nr;

	return deferred_words(l, r, protocol, &nr);
}

bool sample_layout__deferred(const struct sample_layout *l, const struct record *r, enum deferred_protocol protocol,
			     struct record_deferred *ret)
{
	unsigned int at = deferred_words(l, r, protocol, &ret->nr);

	if (!at || !sample_layout__id(l, r, &ret->id))
		return false;
	ret->cookie = protocol == DEFERRED_PROTOCOL_C ? word_at(r->data + HEADER) : 0;
	ret->ips = (const void *)(r->data + at);
	if (ret->nr && ret->ips[0] == PERF_CONTEXT_USER) {
		ret->ips++;
		ret->nr--;
	}
	return true;
}
