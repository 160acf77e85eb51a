/* SPDX-License-Identifier: GPL-2.0-only */
/* `perf report -T`: how often each thread's counters counted, from READ records (`perf record -s`). */
#ifndef PERF_REPORT_THREAD_COUNTS_H
#define PERF_REPORT_THREAD_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/hash.h"
#include "util/base/strbuf.h"
#include "util/event/evlist.h"
#include "util/event/record.h"
#include "util/event/sample.h"

struct thread_count {
	uint32_t pid, tid;
	uint64_t values[];		/* by evsel->idx; sums of its records */
};

/* Zero-initialised is empty. */
struct thread_counts {
	struct thread_count **threads;	/* in order of their first records */
	size_t nr, cap;
	struct u64map by_thread;	/* pid << 32 | tid -> its element of threads */
	bool *seen;			/* by evsel->idx: has it any record? */
	size_t nr_events;
};

void thread_counts__exit(struct thread_counts *t);
/*
 * Takes READ records, others are ignored. @id: of the record's end, for events that do not say their id in
 * the value. 0, or -EBADMSG with @diag set.
 */
int thread_counts__add(struct thread_counts *t, const struct evlist *evlist, const struct record *r,
		       const struct sample_id *id, struct diag *diag);
/* Appends a table with a line a thread; @raw: with a line a value. */
void thread_counts__print(const struct thread_counts *t, const struct evlist *evlist, bool raw,
			  struct strbuf *out);

#endif /* PERF_REPORT_THREAD_COUNTS_H */
