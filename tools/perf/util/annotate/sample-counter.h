/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a sample counts: at its own address, and if that is wanted at the calls that were under way on its stack. */
#ifndef PERF_ANNOTATE_SAMPLE_COUNTER_H
#define PERF_ANNOTATE_SAMPLE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/annotate/counts.h"
#include "util/code/call-insn.h"

struct session;
struct session_sample;

struct sample_counter {
	struct annotate_counts *counts;	/* borrowed, as the session */
	struct session *session;
	enum call_machine machine;	/* whose system calls the code has */
	bool calls;			/* at the calls, too */
	bool spans;			/* samples are the spans of util/offcpu */
	/* Called where a sample counts, before the next one does; @call: in what was called there. NULL: nobody wants to know. */
	void (*on_hit)(void *ctx, const struct annotate_hit *hit, bool call);
	void *ctx;
	/* Set while samples are added: those with a caller that counts nowhere, since several calls can have led on. */
	uint64_t without_call;
};

/* To be called when the session's header and events are known (session_ops.begin). */
void sample_counter__init(struct sample_counter *c, struct annotate_counts *counts, struct session *session);
/* What has to be known of samples: enum session_needs. */
unsigned int sample_counter__needs(const struct sample_counter *c);
/* Adds @nr samples like @s, whose periods are @period together. */
void sample_counter__add(struct sample_counter *c, const struct session_sample *s, uint64_t nr, uint64_t period);

#endif /* PERF_ANNOTATE_SAMPLE_COUNTER_H */
