/* SPDX-License-Identifier: GPL-2.0-only */
/* Whom a session calls: its consumer; what makes samples beside the recorded ones; and what stands between the two. */
#ifndef PERF_SESSION_SESSION_OPS_H
#define PERF_SESSION_SESSION_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/session/session-sample.h"

struct session;

/*
 * Each may be NULL. Nonzero ends the reading and is what session__process() returns: negative errno, or a positive
 * number of the consumer's own, such as the exit status of a command that has said why.
 */
struct session_ops {
	/* The header and the events are known (a pipe: before the first sample). */
	int (*begin)(void *ctx, struct session *s);
	/* Not called if a stage takes the samples' place (struct session_stage). */
	int (*sample)(void *ctx, const struct session_sample *sample);
	/*
	 * If this is set, a sample need not be given to @sample if an earlier one was that is equal to it, except for the period, in
	 * all that the consumer needs (session__set_needs()). @like is that earlier sample, without its entries and its record;
	 * @more is what all samples that are equal to it add to it since the last call. The first sample of each kind is given to
	 * @sample when its turn comes; this function is called later, at the latest before flush_chains and at the end.
	 */
	int (*more)(void *ctx, const struct session_sample *like, const struct session_more *more);
	/*
	 * Complements @more, which has no times: how many ns each of @nr such samples waited for a later record with its user half, one for
	 * each of session_more.nr_later, in no particular order. Samples that are given to @sample have their own times.
	 */
	void (*waited)(void *ctx, const uint64_t *ns, size_t nr);
	/* The samples before any filter and with nothing resolved: for consumers that have to see all of them. */
	int (*any_sample)(void *ctx, const struct session_sample *sample);
	/* Only with opts.raw: a deferred record, separate from samples, at its own time. @half is its chain. */
	int (*deferred)(void *ctx, const struct record *r, const struct record_deferred *d,
			const char *comm, const struct chain_half *half);
	/* Any other kernel record (MMAP2, COMM, LOST, SWITCH, ...) in time order among the samples; opts.rounds. */
	int (*event)(void *ctx, const struct record *r, const struct sample_id *id);
	/*
	 * Every record of the file, in file order, before anything else is done with it (-D); with opts.skip_usual not all
	 * samples and deferred records.
	 */
	int (*record)(void *ctx, struct session *s, const struct record *r);
	/* Bytes that follow the record just told (AUXTRACE, TRACING_DATA) and belong to it; in pieces. */
	int (*follow)(void *ctx, const void *data, size_t size);
	/* What a session_source could not make samples of. */
	int (*trace_error)(void *ctx, const struct trace_error *error);
	/* A record was skipped, or the rest of the file cannot be read. */
	void (*damaged)(void *ctx, const struct diag *diag);
	/* Chain halves are about to go (see chain_cache_ops). */
	void (*flush_chains)(void *ctx);
	void (*free_frame_priv)(void *priv);
	void (*free_half_priv)(void *priv);
	/* Long work: @done of @total bytes, or samples where @what says so (@total 0: not known). Called now and then. */
	void (*progress)(void *ctx, const char *what, uint64_t done, uint64_t total);
	/*
	 * Of a stream, before more of it is read from @fd: may wait until there is some, and do something else meanwhile. True ends the
	 * reading as if the stream had ended there.
	 */
	bool (*wait)(void *ctx, int fd);
	const struct session_slices *slices;
};

/*
 * For a consumer whose output for a sample, or for another record, does not depend on what came before. Several processes then
 * share pass 2 of a large recording: each of them delivers slices of time, and what the consumer made of a slice is written when
 * its turn comes (util/base/turns.h).
 */
struct session_slices {
	/* Returns whether this is allowed. It is called after some samples were delivered. */
	bool (*may)(void *ctx);
	/* Writes the output that was made so far; called before processes are forked. Nonzero: stop. */
	int (*flush)(void *ctx);
	/* In one of the processes: from now on, the output is kept in memory. */
	void (*hold)(void *ctx);
	/* In one of the processes: writes the output that was kept. Returns 0 or errno. */
	int (*write)(void *ctx);
	/* In the caller: a write failed with @error, an errno; reading ends. */
	void (*failed)(void *ctx, int error);
};

/*
 * Makes samples beside the recorded ones: decoded traces. Works on recordings that can be read twice; from pipes
 * only with opts.store_pipe.
 */
struct session_source {
	/* The world is complete, no sample is delivered yet, ops->begin() comes next: events may be added. Nonzero: stop. */
	int (*begin)(void *ctx, struct session *s);
	/* When the next sample or error is, ns; false: there are no more. */
	bool (*peek)(void *ctx, uint64_t *ret_time);
	/* Hands it on, by session__deliver_made() or session__deliver_error(). Nonzero: stop. */
	int (*deliver)(void *ctx);
};

/*
 * Stands between what is delivered and the consumer: it sees all of that, in the order of time, and what it makes of it goes to
 * the consumer by a function of its own (spans in which threads did not run: util/offcpu). The consumer passes nothing on.
 *
 *	sample	ops->any_sample, stage->any_sample; if it passes the filters: ops->sample, stage->sample
 *	event	stage->event, ops->event: what ends with a record is known before the record is told
 *	the end	stage->finish
 *
 * Nonzero from any of them ends the reading, as from the consumer's.
 */
struct session_stage {
	/* All has been read once, no sample is delivered yet, @begin comes next. Not where a stream is read. */
	int (*prepare)(struct session_stage *st, struct session *s);
	/*
	 * The header and the events are known, ops->begin() comes next: events may be added. Sets @on if it takes part. Negative errno with
	 * @diag set ends the reading.
	 */
	int (*begin)(struct session_stage *st, struct session *s, struct diag *diag);
	int (*any_sample)(struct session_stage *st, const struct session_sample *sample);
	int (*sample)(struct session_stage *st, const struct session_sample *sample);
	int (*event)(struct session_stage *st, const struct record *r, const struct sample_id *id);
	void (*flush_chains)(struct session_stage *st);	/* before the consumer's */
	int (*finish)(struct session_stage *st);	/* only of what was read to its end */
	bool on;		/* until @begin has set it, nothing else but @prepare is called */
	bool alone;		/* ops->sample is not called */
	unsigned int needs;	/* what it looks at in samples, beside what the consumer does: enum session_needs */
};

#endif /* PERF_SESSION_SESSION_OPS_H */
