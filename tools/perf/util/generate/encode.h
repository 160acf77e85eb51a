/* SPDX-License-Identifier: GPL-2.0-only */
/* Encodes attrs, samples and sample_ids as bytes, as the text of the ABI describes them. */
#ifndef PERF_GENERATE_ENCODE_H
#define PERF_GENERATE_ENCODE_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"

/* The contents of the fields of a sample or of a sample_id. */
struct sample_values {
	uint64_t ip, time, id, period;
	int32_t pid, tid;
	uint32_t cpu;
	const uint64_t *chain;
	size_t nr_chain;
	const struct bytes *raw;	/* NULL: invented contents */
};

/* Returns the id of @event (an index) on @cpu. It is never 0, the id in records that perf synthesizes. */
uint64_t event_id(const struct scenario *s, size_t event, uint32_t cpu);
/* Appends the attr of @e in @s->attr_size bytes. */
void encode_attr(struct bytes *b, const struct scenario *s, const struct scenario_event *e);
/* Returns the size in bytes of the smallest attr that has the fields that @e needs. */
uint32_t attr_size_needed(const struct scenario_event *e);
/* Appends the body of a PERF_RECORD_SAMPLE. Fields that are not in @v get invented contents, which are always the same. */
void encode_sample(struct bytes *b, const struct scenario_event *e, const struct sample_values *v);
/* Appends the sample_id at the end of any other record; nothing if the scenario has no sample_id_all. */
void encode_sample_id(struct bytes *b, const struct scenario *s, const struct scenario_event *e,
		      const struct sample_values *v);

#endif /* PERF_GENERATE_ENCODE_H */
