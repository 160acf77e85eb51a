/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes spans in which threads did not run from the context switches of a recording. Each span has the stack with which the
 * thread left its CPU. It is a stage of the session (session.h), between the samples and the consumer, which gets the spans
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

/* How much of the time that threads ran is covered by samples, with OFFCPU_WALL. */
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

/* Of what there are spans. */
enum offcpu_extent {
	OFFCPU_AWAY,			/* of threads that do not run */
	/*
	 * Of the whole life of each thread, as samples of the event "wall-time". The time on a CPU is exact, by the switches, and is
	 * distributed over the samples of a clock or of cycles: each sample stands for the time that its thread ran since the
	 * previous one. Time for which no sample stands is a span without a stack.
	 */
	OFFCPU_WALL,
	/*
	 * The same for consumers that need to know when threads ran, but not which code: the recording need not have samples of a
	 * clock. The time for which a thread ran is handed on at the latest when the thread or the recording ends.
	 */
	OFFCPU_LIVES,
	/*
	 * As much of this as the recording allows: the second if it has samples of what ran, else the third if it tells when threads
	 * came, else the first. Which of these it was: offcpu_stats.
	 */
	OFFCPU_ALL_THERE_IS,
};

/* What a consumer wants. */
struct offcpu_opts {
	offcpu_span_fn span;
	struct offcpu_states states;
	enum offcpu_extent extent;
	bool beside;			/* the consumer gets the samples, too: without it, only spans */
	/* where there can be no spans the recording is read all the same, and the consumer gets the samples */
	bool optional;
	bool ended;			/* not what has not ended when the recording does */
};

/*
 * Makes spans of what @s delivers, as @how says, which is copied. To be called before session__process(), which adds the event of the spans
 * to those of the session before it calls ops->begin, or ends with what offcpu__lacks() says; @s is borrowed, and must not be deleted
 * before. @opts: the filters. Returns NULL with @diag set if these cannot be understood.
 */
struct offcpu *offcpu__new(struct session *s, const struct session_opts *opts, const struct offcpu_opts *how, void *ctx,
			   struct diag *diag);
/* Returns the event whose samples show what ran: a clock, else cycles; NULL: there is none. Sets *@ret_is_clock, which may be NULL. */
const struct evsel *offcpu__clock_of(const struct evlist *evlist, bool *ret_is_clock);
/* Asks for sums of equal spans where these are cheaper. To be called in session_ops.begin. */
void offcpu__set_more(struct offcpu *o, offcpu_more_fn more);
void offcpu__delete(struct offcpu *o);

/*
 * For @optional, from session_ops.begin on: returns 0 if spans are made, or -EINVAL with what the recording lacks in @diag, which may be
 * NULL. Then nothing is known of them, and @o may be deleted at once.
 */
int offcpu__lacks(const struct offcpu *o, struct diag *diag);
/*
 * Returns what the thread of @s goes by in spans: its tid; or, if the recording was made inside a PID namespace and the thread is outside
 * of it, a number that numbers__is_foreign(). 0: the idle task. From session_ops.any_sample to the next sample.
 */
uint32_t offcpu__thread_of(const struct offcpu *o, const struct session_sample *s);
/* Returns @s; or *@copy, made of it, where that number is another one than its tid: with it, and without what is not known. */
const struct session_sample *offcpu__thread_sample(struct offcpu *o, const struct session_sample *s, struct session_sample *copy);
/* Returns what threads with such a number are called; static. */
const char *offcpu__foreign_comm(uint32_t tid);

const struct offcpu_stats *offcpu__stats(const struct offcpu *o);

#endif /* PERF_OFFCPU_OFFCPU_H */
