/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rewrites a recording with deferred callchains into a classic one, which every reader of perf.data
 * understands: each sample has its whole chain, there are no records of type 22, and the attrs do not
 * mention deferral. Copies of user stacks in samples can be unwound into chains at the same time. The rules
 * are in Documentation/deferred-callchains.txt.
 */
#ifndef PERF_DEFER_MERGE_H
#define PERF_DEFER_MERGE_H

#include "util/session/session.h"

struct merge_opts {
	const char *input;		/* as session_opts.input */
	unsigned int jobs;		/* as session_opts.jobs */
	/* Path, or "-" for a pipe's stream on standard output. /proc/self/fd/N: that descriptor, of an empty file without a name. */
	const char *output;
	bool force;
	bool unwind;			/* unwind the copies of user stacks, and do not write the copies */
	bool verify;			/* read the output back and compare every chain */
	bool common;			/* leave out what perf 6.1 (2022) refuses to read, see merge__foreign_record() */
	uint64_t pipe_max_wait, pipe_max_bytes;
	/* The same as in struct session_ops; may be NULL. */
	void (*damaged)(void *ctx, const struct diag *diag);
	void (*progress)(void *ctx, const char *what, uint64_t done, uint64_t total);
	void *ctx;
};

struct merge_stats {
	struct session_stats session;	/* .delivered: as many samples were written */
	uint64_t cut;			/* chains that lost outermost user frames, as the record was full */
	uint64_t junk;			/* values that readers would not accept as addresses; written as 0 */
	uint64_t left_out;		/* damaged records, other than samples, that were not written */
	uint64_t bytes;			/* bytes written */
	uint64_t verified;		/* chains compared */
};

/*
 * Does perf 6.1 refuse a recording with records of @type? Newer perfs refuse those that they in turn do not know, so a copy that
 * is read by any perf has none of them.
 */
bool merge__foreign_record(uint32_t type);
/* Does it refuse a recording with an event of @attr, or take for something else what its samples have? */
bool merge__foreign_attr(const struct perf_event_attr *attr);
/*
 * Rewrites the recording. Returns 0, or negative errno with @diag set; *@ret is filled in either case. An
 * output file gets its name only when it is complete.
 */
int merge__run(const struct merge_opts *opts, struct merge_stats *ret, struct diag *diag);

#endif /* PERF_DEFER_MERGE_H */
