/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the process that reads unwind tables may take for an answer. On a machine with much more to do than its CPUs
 * can, seconds of work take a minute; one that is ended for that has read its files for nothing, and the next one has
 * to read them anew. Private to util/live.
 */
#ifndef PERF_LIVE_TABLE_ANSWER_TIME_H
#define PERF_LIVE_TABLE_ANSWER_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* Of the CPU, or if it waits for something else: in all. */
#define TABLE_ANSWER_NS		5000000000ULL
/* In all, however little it gets of the CPU. */
#define TABLE_ANSWER_NS_MAX	60000000000ULL

/* @waited: since the question, @used: of the CPU since then, ns; @runs: it computes, or would if it got a CPU. */
static inline bool table_answer__is_late(uint64_t waited, uint64_t used, bool runs)
{
	if (waited < TABLE_ANSWER_NS)
		return false;
	return !runs || used >= TABLE_ANSWER_NS || waited >= TABLE_ANSWER_NS_MAX;
}

#endif /* PERF_LIVE_TABLE_ANSWER_TIME_H */
