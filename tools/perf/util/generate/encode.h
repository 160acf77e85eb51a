/* SPDX-License-Identifier: GPL-2.0-only */
/* attrs, samples and sample_ids as bytes, after the ABI's text. */
#ifndef PERF_GENERATE_ENCODE_H
#define PERF_GENERATE_ENCODE_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"

/* What the fields of a sample, or of a sample_id, hold. */
struct sample_values {
	uint64_t ip, time, id, period;
	int32_t pid, tid;
	uint32_t cpu;
	const uint64_t *chain;
	size_t nr_chain;
	const struct bytes *raw;	/* NULL: made up */
};

/* The id of @event on @cpu. Never 0, which is what made-up records carry. */
uint64_t event_id(const struct scenario *s, size_t event, uint32_t cpu);
/* The attr in @s->attr_size bytes. */
void encode_attr(struct bytes *b, const struct scenario *s, const struct scenario_event *e);
/* Smallest attr that can say what @e needs. */
uint32_t attr_size_needed(const struct scenario_event *e);
/* The body of PERF_RECORD_SAMPLE. Fields that @v does not know get made-up, but fixed, contents. */
void encode_sample(struct bytes *b, const struct scenario_event *e, const struct sample_values *v);
/* The end of every other record; nothing if the scenario has no sample_id_all. */
void encode_sample_id(struct bytes *b, const struct scenario *s, const struct scenario_event *e,
		      const struct sample_values *v);

#endif /* PERF_GENERATE_ENCODE_H */
