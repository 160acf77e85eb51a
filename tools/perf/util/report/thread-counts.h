/* SPDX-License-Identifier: GPL-2.0-only */
/* `perf report -T`: the values of each thread's counters, from READ records (`perf record -s`). */
#ifndef PERF_REPORT_THREAD_COUNTS_H
#define PERF_REPORT_THREAD_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/hash.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/event/record.h"
#include "util/event/sample.h"

struct thread_count {
	uint32_t pid, tid;
	uint64_t values[];		/* by evsel->idx; sums over its records */
};

U64_MAP(thread_count_map, struct thread_count *)

/* Zero-initialised is empty. */
struct thread_counts {
	struct thread_count **threads;	/* in the order of their first records */
	size_t nr, cap;
	struct thread_count_map by_thread;	/* pid << 32 | tid -> its element of threads */
	bool *seen;			/* by evsel->idx: does the event have any record? */
	size_t nr_events;
};

void thread_counts__exit(struct thread_counts *t);
/*
 * Takes READ records; other records are ignored. @id: the sample_id at the end of the record, for events whose id is not in
 * the value. Returns 0, or -EBADMSG with @diag set.
 */
int thread_counts__add(struct thread_counts *t, const struct evlist *evlist, const struct record *r,
		       const struct sample_id *id, struct diag *diag);
/* Appends a table with a line for each thread, or with @raw for each value. */
void thread_counts__print(const struct thread_counts *t, const struct evlist *evlist, bool raw,
			  struct text_out *out);

#endif /* PERF_REPORT_THREAD_COUNTS_H */
