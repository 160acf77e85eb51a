/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the fields of an event's records lie, where that does not depend on what they hold.
 *
 * Nearly all records of a recording are samples that have, behind fields of a fixed size, a callchain and raw data at the
 * most, and deferred chains. They are taken apart by offsets that are worked out once an event, with each bound checked;
 * whatever is not exactly as expected (another byte order, more fields, a wrong size) is left to sample.c, which takes
 * any record apart and says what is wrong with it.
 */
#ifndef PERF_EVENT_SAMPLE_LAYOUT_H
#define PERF_EVENT_SAMPLE_LAYOUT_H

#include "util/event/sample.h"

/* Offsets are bytes from the record's first one, at most 96; 0: it has no such field. */
struct sample_layout {
	uint64_t sample_type;		/* what it was made of, ... */
	bool sample_id_all, known;	/* ... if it was */
	bool quick;			/* sample_layout__sample() can do it */
	uint8_t id, ip, tid, time, addr, stream_id, cpu, period;
	uint8_t end;			/* of these fields: where the callchain or the raw data begin */
	/* The sample_id of other records: its size, and how far before the record's end its fields begin. */
	struct {
		uint8_t size, tid, time, id, stream_id, cpu;
	} trailer;
};

void sample_layout__init(struct sample_layout *l, const struct perf_event_attr *attr);
/* As sample_decoder__sample(). False: it has to be done there, @ret holds nothing. */
bool sample_layout__sample(const struct sample_layout *l, const struct record *r, struct perf_sample *ret);
/* As sample_decoder__glance(), and the same about false. */
bool sample_layout__glance(const struct sample_layout *l, const struct record *r, struct sample_glance *ret);
/* As sample_decoder__id(), and the same about false. */
bool sample_layout__id(const struct sample_layout *l, const struct record *r, struct sample_id *ret);
/* As sample_decoder__deferred(); only for records that hold their words and nothing else. */
bool sample_layout__deferred(const struct sample_layout *l, const struct record *r, enum deferred_protocol protocol,
			     struct record_deferred *ret);
/* Could it do so? */
bool sample_layout__deferred_fits(const struct sample_layout *l, const struct record *r, enum deferred_protocol protocol);

#endif /* PERF_EVENT_SAMPLE_LAYOUT_H */
