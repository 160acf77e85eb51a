/* SPDX-License-Identifier: GPL-2.0-only */
/* How well the deferral of a recording's user stacks went: the numbers of `perf defer stat`. */
#ifndef PERF_DEFER_STAT_H
#define PERF_DEFER_STAT_H

#include "util/callchain/fp-health.h"
#include "util/callchain/gap-table.h"
#include "util/session/session.h"

enum defer_stat_by {
	DEFER_STAT_BY_NOTHING,
	DEFER_STAT_BY_COMM,
	DEFER_STAT_BY_EVENT,
	DEFER_STAT_BY_CPU,
};

/* Samples of one thread name, event or CPU. */
struct defer_stat_row {
	char *name;			/* owned */
	uint64_t key;			/* of the name, event or CPU */
	uint64_t samples, deferred, by_later, by_earlier, orphans;
};

/* A growing list of numbers, sorted when a share of it is asked for. */
struct defer_values {
	uint64_t *v;
	size_t nr, cap;
	bool sorted;
};

struct defer_stat {
	enum defer_stat_by by;
	struct session *owner;		/* keeps the files that rows speak of */
	struct session_stats session;
	uint64_t whole;			/* waited, and got the user half */
	uint64_t record_bytes;		/* of the deferred records, in the recording */
	uint64_t in_place_bytes;	/* what the user halves would take in every sample */
	uint64_t marker_bytes;		/* markers and cookies in samples */
	struct defer_values wait;	/* ns from a sample to its later record */
	struct defer_values kernel_depth, user_depth;	/* frames of stitched samples */
	struct fp_table fp;
	struct gap_table gaps;
	struct u64map row_index;
	struct defer_stat_row **rows;
	size_t nr_rows, cap_rows;
};

/* Reads a recording into @st. 0, or negative errno with @diag. @ops: only damaged and progress are used. */
int defer_stat__collect(struct defer_stat *st, const struct session_opts *opts,
			const struct session_ops *view, void *view_ctx, struct diag *diag);
void defer_stat__exit(struct defer_stat *st);
/* The value that @percent of all do not exceed; 100 is the largest. 0 if there is none. */
uint64_t defer_values__percentile(struct defer_values *v, double percent);

#endif /* PERF_DEFER_STAT_H */
