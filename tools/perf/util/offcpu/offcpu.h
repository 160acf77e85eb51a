/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From what a recording says of context switches to spans of threads that did not run, each with the stack that it left
 * with. A consumer of the session hands on what it gets, in the order of time, and gets the spans when they end:
 *
 *	left the CPU ------------ woken ------------ ran again
 *	    stack      blocked            runnable        ^ both spans have the stack, and are handed on at their ends
 *
 * Memory goes with tasks, not with switches. What the recording says the ends of spans by (in this order):
 * sched:sched_switch samples of whole CPUs; PERF_RECORD_SWITCH; of events of single tasks only the moment when the
 * deferred stack was taken, just before the task was back in user space.
 */
#ifndef PERF_OFFCPU_OFFCPU_H
#define PERF_OFFCPU_OFFCPU_H

#include "util/base/diag.h"
#include "util/offcpu/cpus.h"
#include "util/offcpu/span.h"
#include "util/session/session.h"

struct offcpu;

/*
 * A span as a sample of the event "offcpu-time": the period is its length in ns, the time its end, off_cpu the span; chain,
 * thread and CPU are those of the moment when the thread left. Borrowed for the call. Nonzero ends the reading.
 */
typedef int (*offcpu_span_fn)(void *ctx, const struct session_sample *span);

struct offcpu_sum {
	uint64_t ns, nr;
};

/* How much of the threads' time on CPUs is in samples, with offcpu__set_wall(). */
struct offcpu_wall {
	uint64_t ran;			/* ns, by switches */
	uint64_t sampled;		/* the periods of the samples; ns if they are of a clock */
	bool is_clock;
};

struct offcpu_stats {
	struct offcpu_sum shown[OFFCPU_NR_STATES], left_out[OFFCPU_NR_STATES];
	struct offcpu_sum unfinished;	/* of those shown: the recording ended first */
	struct offcpu_sum before;	/* until threads came that had left before the recording began: not shown */
	struct offcpu_sum no_stack;	/* of those shown */
	bool wakings;			/* are wakings recorded? If not, runnable counts as blocked */
	bool by_return;			/* ends are when threads were back in user space */
	bool sampled;			/* not every switch was recorded: a frequency or a period */
	bool some_cpus;			/* switches of some CPUs only */
	struct offcpu_wall wall;
	struct offcpu_cpus cpus;	/* of recordings of whole CPUs */
	uint64_t length;		/* of the recording, from its first record to its last, ns */
};

/*
 * Before session__process(), of which it is the source. @s is borrowed; @free_frame_priv: as in session_ops, or NULL. NULL with
 * @diag if @opts has filters that cannot be understood.
 */
struct offcpu *offcpu__new(struct session *s, const struct session_opts *opts, const struct offcpu_states *states,
			   offcpu_span_fn fn, void *ctx, void (*free_frame_priv)(void *priv), struct diag *diag);
/*
 * Before offcpu__begin(): all of each thread's life is handed on, as spans of the event "wall-time". Time on a CPU is
 * exact by switches, and shared out to the samples of a clock or of cycles: each stands for what its thread ran since the
 * one before it. What no sample stands for is a span without a stack.
 */
void offcpu__set_wall(struct offcpu *o);
void offcpu__delete(struct offcpu *o);

/*
 * For session_ops.begin, before the consumer looks at the events: adds the one of the spans to them. 0, or -EINVAL with
 * @diag if the recording has nothing about context switches.
 */
int offcpu__begin(struct offcpu *o, struct diag *diag);

/* What the session hands on, for the ops of these names. Nonzero is what the consumer's function returned. */
int offcpu__any_sample(struct offcpu *o, const struct session_sample *s);
int offcpu__sample(struct offcpu *o, const struct session_sample *s);
int offcpu__event(struct offcpu *o, const struct record *r, const struct sample_id *id);
void offcpu__flush_chains(struct offcpu *o);
/* All is read: spans that have not ended are handed on. */
int offcpu__finish(struct offcpu *o);

const struct offcpu_stats *offcpu__stats(const struct offcpu *o);

#endif /* PERF_OFFCPU_OFFCPU_H */
