/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes spans in which threads did not run from the context switches of a recording. Each span has the stack with which the
 * thread left its CPU. A consumer of the session passes on here what it gets, in the order of time, and gets the spans
 * when they end:
 *
 *	left the CPU ------------ woken ------------ ran again
 *	    stack      blocked            runnable        ^ both spans have the stack, and are handed on at their ends
 *
 * The memory needed depends on the number of tasks, not of switches. The end of a span is known from the first of these
 * that the recording contains: sched:sched_switch samples of whole CPUs; PERF_RECORD_SWITCH; for events of single tasks
 * only the moment when the deferred stack was taken, just before the task was back in user space.
 */
#ifndef PERF_OFFCPU_OFFCPU_H
#define PERF_OFFCPU_OFFCPU_H

#include "util/base/diag.h"
#include "util/offcpu/cpus.h"
#include "util/offcpu/numbers.h"
#include "util/offcpu/span.h"
#include "util/session/session.h"

struct offcpu;

/*
 * Gets a span as a sample of the event "offcpu-time": its period is the length of the span in ns, its time the end of the
 * span, off_cpu the span; its chain, thread and CPU are those of the moment when the thread left. @span is borrowed for the
 * call. If the function returns nonzero, reading ends.
 */
typedef int (*offcpu_span_fn)(void *ctx, const struct session_sample *span);

/*
 * Receives what further spans add to @like, a span that was handed on before: @nr spans of the same thread in the same state, with
 * the same stack, on the same CPU, which are @ns long in all. The times of the single spans are not passed on.
 */
typedef int (*offcpu_more_fn)(void *ctx, const struct session_sample *like, uint64_t nr, uint64_t ns);

struct offcpu_sum {
	uint64_t ns, nr;
};

/* How much of the time that threads ran is covered by samples, with offcpu__set_wall(). */
struct offcpu_wall {
	uint64_t ran;			/* ns that threads ran, by context switches */
	uint64_t sampled;		/* sum of the periods of the samples; ns if @is_clock */
	bool is_clock;
};

struct offcpu_stats {
	struct offcpu_sum shown[OFFCPU_NR_STATES], left_out[OFFCPU_NR_STATES];
	struct offcpu_sum unfinished;	/* of those shown: had not ended when the recording ended */
	struct offcpu_sum before;	/* threads had left before the recording began: not shown */
	struct offcpu_sum no_stack;	/* of those shown: without a stack */
	bool wakings;			/* wakings are recorded; if not, runnable counts as blocked */
	bool lives, codes;		/* spans cover the lives of threads; and tell which code ran */
	bool by_return;			/* spans end when the threads are back in user space */
	bool sampled;			/* not every switch was recorded, but by a frequency or period */
	bool some_cpus;			/* switches of some CPUs only */
	struct numbers_stats numbers;	/* of a recording that was made inside a PID namespace; else all 0 */
	struct offcpu_wall wall;
	struct offcpu_cpus cpus;	/* for recordings of whole CPUs */
	uint64_t first;			/* ns: time of the first record */
	uint64_t length;		/* length of the recording from its first record to its last, ns */
};

/*
 * Makes the source of spans for the records of @s. To be called before session__process(). @s is borrowed; @free_frame_priv:
 * as in session_ops, or NULL. Returns NULL with @diag set if @opts has filters that cannot be understood.
 */
struct offcpu *offcpu__new(struct session *s, const struct session_opts *opts, const struct offcpu_states *states,
			   offcpu_span_fn fn, void *ctx, void (*free_frame_priv)(void *priv), struct diag *diag);
/*
 * Asks for spans that cover the whole life of each thread, as samples of the event "wall-time". To be called before
 * offcpu__begin(). The time on a CPU is exact, by the switches, and is distributed over the samples of a clock or of cycles:
 * each sample stands for the time that its thread ran since the previous one. Time for which no sample stands is a span
 * without a stack.
 */
void offcpu__set_wall(struct offcpu *o);
/*
 * Does the same for consumers that need to know when threads ran, but not which code: the recording need not have samples of a
 * clock. The time for which a thread ran is handed on at the latest when the thread or the recording ends.
 */
void offcpu__set_lives(struct offcpu *o);
/* Returns the event whose samples show what ran: a clock, else cycles; NULL: there is none. Sets *@ret_is_clock, which may be NULL. */
const struct evsel *offcpu__clock_of(const struct evlist *evlist, bool *ret_is_clock);
/*
 * Does what the recording allows: offcpu__set_wall() if it has samples of what ran, else offcpu__set_lives() if it tells when threads
 * came, else only spans of threads that did not run. Which of these it was: offcpu_stats.
 */
void offcpu__set_all_there_is(struct offcpu *o);
/* Asks for sums of equal spans where these are cheaper. To be called in session_ops.begin. */
void offcpu__set_more(struct offcpu *o, offcpu_more_fn more);
void offcpu__delete(struct offcpu *o);

/*
 * Adds the event of the spans to the events of the session. To be called in session_ops.begin, before the consumer looks at
 * the events. Returns 0, or -EINVAL with @diag set if the recording has nothing about context switches.
 */
int offcpu__begin(struct offcpu *o, struct diag *diag);

/*
 * Take what the session hands on; to be called from the session_ops with these names. Return 0, or what the consumer's
 * function returned if that was nonzero.
 */
int offcpu__any_sample(struct offcpu *o, const struct session_sample *s);
int offcpu__sample(struct offcpu *o, const struct session_sample *s);
int offcpu__event(struct offcpu *o, const struct record *r, const struct sample_id *id);
/*
 * Returns what the thread of @s goes by in spans: its tid; or, if the recording was made inside a PID namespace and the thread is outside
 * of it, a number that numbers__is_foreign(). 0: the idle task. From session_ops.any_sample to the next sample.
 */
uint32_t offcpu__thread_of(const struct offcpu *o, const struct session_sample *s);
/* Returns @s; or *@copy, made of it, where that number is another one than its tid: with it, and without what is not known. */
const struct session_sample *offcpu__thread_sample(struct offcpu *o, const struct session_sample *s, struct session_sample *copy);
/* Returns what threads with such a number are called; static. */
const char *offcpu__foreign_comm(uint32_t tid);
/* Hands on the sums so far, because chains are about to be forgotten. To be called before the consumer forgets them itself. */
void offcpu__flush_chains(struct offcpu *o);
/*
 * Hands on the spans that have not ended. To be called when all records were read. Returns 0, or what the consumer's
 * function returned if that was nonzero.
 */
int offcpu__finish(struct offcpu *o);

const struct offcpu_stats *offcpu__stats(const struct offcpu *o);

#endif /* PERF_OFFCPU_OFFCPU_H */
