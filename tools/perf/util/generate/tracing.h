/* SPDX-License-Identifier: GPL-2.0-only */
/* The formats of the scheduler's tracepoints, for recordings that have them, and their samples' raw bytes. */
#ifndef PERF_GENERATE_TRACING_H
#define PERF_GENERATE_TRACING_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"

/* Appends tracing data, as they lie in a file; false: no event needs any. */
bool put_tracing_data(struct bytes *b, const struct scenario *s);
/* The raw bytes of sched:sched_switch and sched:sched_waking. @state: the kernel's number. */
void put_switch_raw(struct bytes *b, int32_t prev, const char *prev_comm, uint64_t state, int32_t next, const char *next_comm);
void put_waking_raw(struct bytes *b, int32_t waker, int32_t tid, const char *comm, uint32_t cpu);

#endif /* PERF_GENERATE_TRACING_H */
