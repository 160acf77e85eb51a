/* SPDX-License-Identifier: GPL-2.0-only */
/* The formats of the scheduler's tracepoints, for recordings that contain them, and the raw bytes of their samples. */
#ifndef PERF_GENERATE_TRACING_H
#define PERF_GENERATE_TRACING_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"

/* Appends the tracing data as they are in a file. Returns false if no event needs them. */
bool put_tracing_data(struct bytes *b, const struct scenario *s);
/*
 * Append the raw bytes of sched:sched_switch and sched:sched_waking. @state: the number that the kernel uses for the state.
 */
void put_switch_raw(struct bytes *b, int32_t prev, const char *prev_comm, uint64_t state, int32_t next, const char *next_comm);
void put_waking_raw(struct bytes *b, int32_t waker, int32_t tid, const char *comm, uint32_t cpu);

#endif /* PERF_GENERATE_TRACING_H */
