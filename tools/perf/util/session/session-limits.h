/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * In what pieces a recording is read. These numbers decide how long that takes and how much memory it needs, and nothing else: what
 * comes of it is the same with any. So tests, whose recordings are small, read them with small pieces: those in C by
 * session_opts.limits, those that start perf by the variable of each.
 */
#ifndef PERF_SESSION_LIMITS_H
#define PERF_SESSION_LIMITS_H

#include <stdint.h>

struct session_limits {
	uint64_t join_rows;		/* PERF_TEST_JOIN: so many rows of records and waiting samples are joined at a time, or more, if what is left of them is */
	uint64_t region;		/* PERF_TEST_REGION: bytes that a thread reads ahead at a time */
	uint64_t slice;			/* PERF_TEST_SLICE: samples that a process makes text of at a time: some MB at most where stacks are deep */
	uint64_t rows;			/* PERF_TEST_ROWS: rows of samples that a thread sorts or counts at a time, or more */
	uint64_t chain_bytes;		/* PERF_TEST_FEW_CHAINS: memory for chains, 1: nearly none; 0: it depends on the recording */
	uint64_t gives_back;		/* PERF_TEST_GIVE_BACK: pages of any recording are given back, not of large ones alone */
	uint64_t each_sample;		/* PERF_TEST_EACH_SAMPLE: no sample is taken for one that is like it */
};

/* Sets @l to what is usual, and what the variables say. */
void session_limits__init(struct session_limits *l);

#endif /* PERF_SESSION_LIMITS_H */
