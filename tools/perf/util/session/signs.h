/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording shows about tasks and ring buffers that explains a missing deferred record. */
#ifndef PERF_SESSION_SIGNS_H
#define PERF_SESSION_SIGNS_H

#include <perf/stitch.h>

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/session/order.h"

struct signs {
	struct u64map tasks;		/* machine and tid -> struct task_signs */
	struct arena arena;
	struct order lost;		/* time and CPU (-1: not known) of LOST records; sorted once asked */
	bool lost_sorted;
	uint64_t last_key;
	struct task_signs *last;
};

void signs__exit(struct signs *s);
/* The task was in user space at @time, or wrote a deferred record then: it returned from what was before. */
void signs__returned(struct signs *s, uint32_t machine, uint32_t tid, uint64_t time);
/* The task had a request with @cookie waiting at @time; another cookie later is a sign of a return. */
void signs__waited(struct signs *s, uint32_t machine, uint32_t tid, uint64_t time, uint64_t cookie);
void signs__lost(struct signs *s, uint64_t time, uint32_t cpu);
/* Why the sample with @key, taken at @time on @cpu (-1: not known), found no record. */
enum perf_stitch_reason signs__reason(struct signs *s, const struct perf_stitch_key *key, uint64_t time,
				      uint32_t cpu);

#endif /* PERF_SESSION_SIGNS_H */
