/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of merge share: merge.c, merge-head.c, merge-sample.c and merge-verify.c. */
#ifndef PERF_DEFER_MERGE_INTERNAL_H
#define PERF_DEFER_MERGE_INTERNAL_H

#include "util/base/strbuf.h"
#include "util/data/rewriter.h"
#include "util/defer/merge.h"

#define NR_CLEAN	256

struct merge {
	const struct merge_opts *opts;
	struct merge_stats *stats;
	struct rewriter out;
	bool pass_follow;
	struct session *session;
	struct diag *diag;
	struct strbuf record;		/* the sample being made */
	bool *drops;			/* of each event: do the copies of registers and stack go? */
	/*
	 * Of each event: if not, and chains are written in this machine's byte order, and nothing is remembered of
	 * them: put_usual() will do.
	 */
	bool *usual;
	uint32_t clean[NR_CLEAN];	/* numbers of user halves without entries that would be taken for markers */
	uint64_t *hashes;		/* of each written chain, for verifying */
	size_t nr_hashes, cap_hashes;
};

/* --- merge-head.c --- */

/* session_ops.begin: writes the head, whose attrs and features say what the result is. @ctx here and below: struct merge. */
int merge__begin(void *ctx, struct session *s);
/* Says in a feature of the result what was repaired, of which nothing else in it tells. To be called when all is written. */
void merge__tell_repair(struct merge *m);

/* --- merge-sample.c --- */

/* session_ops.sample: writes the sample, with its whole chain. */
int merge__sample(void *ctx, const struct session_sample *s);

/* --- merge-verify.c --- */

/* A number for what a sample's chain says, whichever way it is laid out; @time in ns. */
uint64_t merge__hash(uint64_t time, uint32_t tid, const uint64_t *kernel, size_t nr_kernel, const uint64_t *user, size_t nr_user);
/* Remembers the number of the next sample that is written. */
void merge__remember(struct merge *m, uint64_t hash);
/* Reads the result back, and compares it with what was remembered. Returns 0, or negative errno with m->diag set. */
int merge__verify(struct merge *m);

#endif /* PERF_DEFER_MERGE_INTERNAL_H */
