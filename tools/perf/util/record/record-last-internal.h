/* SPDX-License-Identifier: GPL-2.0-only */
/* What record-last.c, which keeps the segments of --last, and record-last-save.c, which makes recordings of them, share. */
#ifndef PERF_RECORD_RECORD_LAST_INTERNAL_H
#define PERF_RECORD_RECORD_LAST_INTERNAL_H

#include "util/record/recorder-internal.h"

struct last_segment {
	struct perf_writer *world;	/* what ran at its beginning, as records */
	struct perf_writer *records;
	int64_t begun;			/* ms of the monotonic clock */
	uint64_t first_time;		/* of its samples, ns; 0: none yet */
	uint64_t samples;		/* how many the recorder had seen when it began */
};

struct record_last {
	struct last_segment *segments;	/* the oldest first; the last one is @r->writer's */
	size_t nr, cap;
	uint64_t size;			/* bytes that all of them may have */
	uint64_t saved_samples;		/* in all recordings that were written */
	bool was_full;			/* a segment went before its time, because of @size */
	struct perf_writer *stream;	/* gets everything, and the segments are copies, in memory; borrowed; else NULL */
	struct u64num lost_before;	/* as that of the recorder, but of what was saved beside a stream */
};

static inline struct last_segment *record_last__newest(const struct record_last *last)
{
	return &last->segments[last->nr - 1];
}

/* What is saved is named so, or like this with the time behind it. */
static inline const char *record_last__path(const struct recorder *r)
{
	return r->opts->output && !r->last->stream ? r->opts->output : "perf.data";
}

#endif /* PERF_RECORD_RECORD_LAST_INTERNAL_H */
