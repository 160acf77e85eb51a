// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/sample-layout.h"

#include <string.h>

#define FIXED_FIELDS	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | \
			 PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)
#define ID_FIELDS	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | \
			 PERF_SAMPLE_IDENTIFIER)

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
	l->trailer.least = size ? (uint16_t)(SAMPLE_LAYOUT_HEADER + size) : UINT16_MAX;
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
	unsigned int at = SAMPLE_LAYOUT_HEADER;
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
	l->only_chain = (type & (PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW)) == PERF_SAMPLE_CALLCHAIN;
	at += (type & PERF_SAMPLE_CALLCHAIN ? 8 : 0) + (type & PERF_SAMPLE_RAW ? 8 : 0);
	l->least = l->quick ? (uint16_t)at : UINT16_MAX;
	l->trailer.least = UINT16_MAX;
	if (attr->sample_id_all)
		init_trailer(l, type);
}

bool sample_layout__sample(const struct sample_layout *l, const struct record *r, struct perf_sample *ret)
{
	if (!l->quick || !sample_layout__in_place(r))
		return false;
	memset(ret, 0, sizeof(*ret));
	return sample_layout__fields(l, r, ret);
}
