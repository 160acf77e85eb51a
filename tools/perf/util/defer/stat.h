/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds out how many user stacks of a recording were deferred, and how well this worked: the numbers of `perf defer stat`.
 */
#ifndef PERF_DEFER_STAT_H
#define PERF_DEFER_STAT_H

#include "util/callchain/fp-health.h"
#include "util/callchain/gap-table.h"
#include "util/defer/exact-values.h"
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
	uint64_t key;			/* identifies the name, event or CPU */
	uint64_t samples, deferred, by_later, by_earlier, orphans;
};

/* How many stacks have so many frames. */
struct defer_depths {
	uint64_t *stacks;		/* of index frames */
	size_t cap;
	uint64_t nr;			/* stacks */
};

U64_MAP(defer_stat_rows, struct defer_stat_row *)

struct defer_stat {
	enum defer_stat_by by;
	struct session *owner;		/* keeps the files that the rows refer to */
	struct session_stats session;
	uint64_t whole;			/* samples that waited and got their user half */
	uint64_t record_bytes;		/* of the deferred records, in the recording */
	uint64_t in_place_bytes;	/* what the user halves would take in every sample */
	uint64_t marker_bytes;		/* markers and cookies in samples */
	struct exact_values wait;	/* ns from a sample to its later record */
	struct defer_depths kernel_depth, user_depth;	/* of stitched samples */
	struct fp_table fp;
	struct gap_table gaps;
	struct defer_stat_rows row_index;
	struct defer_stat_row **rows;
	size_t nr_rows, cap_rows;
};

/*
 * Reads the recording of @opts into @st. Only the members damaged and progress of @view are used; @view_ctx is their
 * context. Returns 0, or negative errno with @diag set.
 */
int defer_stat__collect(struct defer_stat *st, const struct session_opts *opts,
			const struct session_ops *view, void *view_ctx, struct diag *diag);
void defer_stat__exit(struct defer_stat *st);
/* Returns the depth that @percent of all stacks do not exceed (100: the largest one); 0 if there are none. */
uint64_t defer_depths__percentile(const struct defer_depths *d, double percent);

#endif /* PERF_DEFER_STAT_H */
