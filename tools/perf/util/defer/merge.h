/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rewrites a recording with deferred callchains into a classic one, which every reader of perf.data
 * understands: each sample carries its whole chain, records of type 22 are gone, and the attrs do not
 * mention deferral. User stacks that lie in samples as copies can become chains on the way. The rules are in Documentation/deferred-callchains.txt.
 */
#ifndef PERF_DEFER_MERGE_H
#define PERF_DEFER_MERGE_H

#include "util/session/session.h"

struct merge_opts {
	const char *input;		/* as session_opts.input */
	const char *output;		/* path, or "-" for a pipe's stream on standard output */
	bool force;
	bool unwind;			/* user stacks are unwound from their copies, which go */
	bool verify;			/* read the output back and compare every chain */
	uint64_t pipe_max_wait, pipe_max_bytes;
	/* As session_ops; may be NULL. */
	void (*damaged)(void *ctx, const struct diag *diag);
	void (*progress)(void *ctx, const char *what, uint64_t done, uint64_t total);
	void *ctx;
};

struct merge_stats {
	struct session_stats session;
	uint64_t written;		/* samples */
	uint64_t cut;			/* chains cut at their outermost user frames: the record was full */
	uint64_t junk;			/* addresses that no reader would take for one, written as 0 */
	uint64_t left_out;		/* damaged records beside samples, which are not written again */
	uint64_t bytes;			/* written */
	uint64_t verified;		/* chains compared */
};

/*
 * Returns 0 or negative errno with @diag set; *@ret is filled in either way. With a file as output,
 * it appears under its name only when it is complete.
 */
int merge__run(const struct merge_opts *opts, struct merge_stats *ret, struct diag *diag);

#endif /* PERF_DEFER_MERGE_H */
