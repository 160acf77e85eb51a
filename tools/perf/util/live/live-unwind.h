/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Unwinds user stacks while they are recorded (`perf record --call-graph fp,defer,repair`): what the rings hold becomes ordinary
 * samples with whole chains, which every perf reads, and the copies of stacks are gone.
 *
 * The stack of a sample is unwound by tables from its registers and the copy of its stack. If that does not lead to its end, the kernel's
 * walk along frame pointers goes on where both meet: it is in the sample, or, where it is deferred, in the record that comes when the
 * task goes back to user space, for which the sample waits. No mark is written that would say that it does not come any more.
 *
 * If this thread does not get along, because rings fill faster or a table is read from a slow disk, the copy stays in the sample,
 * cut to what is needed, and readers unwind by it (stack-cut.h).
 */
#ifndef PERF_LIVE_LIVE_UNWIND_H
#define PERF_LIVE_LIVE_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/mmap.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/live/live-tables.h"

struct live_unwind;
struct process_asker;

/* What the one who writes the recording does for it. */
struct live_output {
	/* Writes whole records. Returns 0 or negative errno. */
	int (*write)(void *ctx, const void *records, size_t size);
	/* Sees what lies in a ring: ring_merge__begin(). */
	size_t (*see)(void *ctx, struct perf_mmap *ring, const struct iovec iov[2], size_t size);
	/* Are the stacks of @evsel to be unwound? Its samples have registers, and copies of stacks. */
	bool (*unwinds)(void *ctx, const struct evsel *evsel);
	/*
	 * Its samples tell of signals for handlers that may have a stack of their own (left-stacks.h), and are not
	 * written; NULL: there is none.
	 */
	const struct evsel *signals;
	struct process_asker *asker;	/* what processes have mapped is asked by it */
	bool keeps_regs;		/* registers stay in the samples, since the user wants them */
	/*
	 * How long a sample waits for tables, ms, and twice as long for the kernel's walk; then it is written with what is known.
	 * 0: as long as it takes.
	 */
	unsigned int patience_ms;
	/* How many bytes of the stack of a sample with registers @sp, @fp a reader needs, at most @size. */
	size_t (*needed)(uint64_t sp, uint64_t fp, const void *stack, size_t size);
	void *ctx;
};

/* @evlist: as the events are open; borrowed, as is what @out points to. Returns NULL and sets *@ret_err if it cannot be done here. */
struct live_unwind *live_unwind__new(struct evlist *evlist, const struct live_output *out, int *ret_err);
void live_unwind__delete(struct live_unwind *u);

/* Takes a record that tells of what ran before the recording: maps. */
void live_unwind__heed(struct live_unwind *u, const void *record, size_t size);
/*
 * Takes what is in the @nr rings, and writes it. Returns the bytes, or negative errno. *@ret_fullest: the part of a ring that was
 * filled, of the fullest one, if that is more.
 */
int64_t live_unwind__drain(struct live_unwind *u, struct perf_mmap *const *rings, size_t nr, double *ret_fullest);
/* Do samples wait for tables? Then the next round is not far: they are served behind it. */
bool live_unwind__has_parked(const struct live_unwind *u);
/*
 * Is code in memory to be looked at again, or were pages of stacks read, so that more can be unwound? Then the next
 * round is better soon.
 */
bool live_unwind__looks_again(const struct live_unwind *u);
/*
 * May a mark be written? It promises a reader that nothing comes any more which is older than what had been written by the mark before: so
 * samples may wait that are younger.
 */
bool live_unwind__may_mark(const struct live_unwind *u);
/* A mark was written. */
void live_unwind__marked(struct live_unwind *u);
/* The end of the recording, or of a file of it: writes the samples that wait, with what is known. Returns 0 or negative errno. */
int live_unwind__flush(struct live_unwind *u);

struct live_unwind_stats {
	uint64_t samples;		/* with a copy of the stack */
	uint64_t whole;			/* unwound to their end */
	uint64_t joined;		/* of those: by the kernel's walk in part */
	uint64_t marked;		/* whose chain says why it ends, or is a walk along frame pointers in part */
	uint64_t ended_full;		/* of those: where the copy of the stack ends, which has as many bytes as were asked for */
	uint64_t ended_early;		/* ... which has fewer: behind it lies memory of the stack that nobody has touched */
	uint64_t copied;		/* bytes that were asked for of a stack of ended_full */
	uint64_t kept;			/* with the copy, for readers */
	uint64_t walks, frames;
	uint64_t signals;		/* samples of the event that tells of signals */
	struct live_tables_stats tables;
};

void live_unwind__stats(const struct live_unwind *u, struct live_unwind_stats *ret);

/*
 * Makes of @attr, with which an event was opened, what is written into the recording. @regs: the registers that the user has asked for;
 * @unwinds: see live_output.
 */
void live_unwind__file_attr(struct perf_event_attr *attr, bool unwinds, uint64_t regs);

#endif /* PERF_LIVE_LIVE_UNWIND_H */
