/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The thread that empties the rings has to run before they are full. Where they fill fast it gets priority over others if the user
 * may do that: it is an ordinary thread with the best nice value and a short time slice. Elsewhere it does not need that, and
 * takes more from what is recorded than the time it runs: see decisions.md. SCHED_FIFO could stop all other work of a machine, and is only
 * used on demand (-r).
 */
#ifndef PERF_RECORD_DRAIN_PRIORITY_H
#define PERF_RECORD_DRAIN_PRIORITY_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"

struct record_opts;

/* As the kernel has it, sched_setattr(2). */
struct sched_params {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

struct drain_priority {
	struct sched_params before;	/* what this thread had */
	bool raised;			/* it is raised now */
	bool may;			/* it can be raised, or is by -r */
	bool refused;			/* this user may not have it, or only a part of it */
	struct sched_params better;	/* what it is raised to where rings fill fast; size 0: never, or it is by -r */
	int64_t begun, waited;		/* the beginning, ns of the clock, and how long the thread had waited for a CPU by then */
	int64_t since;			/* when this stretch of rounds began, ns of the clock */
	double filled;			/* how many rings it has emptied in this stretch */
	bool spent;			/* it has used up its share of the stretch */
	int64_t used, look_at;		/* its CPU time when the share began, and when it can have used up the share at the earliest, ns */
};

/*
 * To be called by the thread that empties rings. With -r its priority is raised at once; threads and processes that it starts later do
 * not inherit that. Without -r this finds out which nice value drain_priority__heed() may raise it to: none if the user has
 * chosen a priority (nice, chrt, --keep-priority) or may not have a better one. Returns 0, or negative errno with @diag set if -r is not
 * possible.
 */
int drain_priority__begin(struct drain_priority *p, const struct record_opts *opts, struct diag *diag);
/*
 * To be called after each round, with the time of the monotonic clock, in ns, and which part of the fullest ring was @filled (1: all of
 * it). Where these parts would make a whole ring within a second the thread has the better priority for the next fifth of a second, and
 * may run for half of that: a perf that records its own calls in tiny rings never finishes its work, and would otherwise take a whole CPU.
 */
void drain_priority__heed(struct drain_priority *p, int64_t now, double filled);
/*
 * Returns how long the thread may wait for its rings: @timeout_ms (-1: as long as it takes), or less if a raised priority is to be given
 * back by the next call of drain_priority__heed() before that.
 */
int drain_priority__wait(const struct drain_priority *p, int timeout_ms);
/*
 * Returns for how long the calling thread has been one that may get a better nice value (priorities of -r do not count), and for how much
 * of that time it could have run but did not. Both are in ns, and 0 if it may have no better value, or if this is not known.
 */
void drain_priority__waited(const struct drain_priority *p, uint64_t *ret_time, uint64_t *ret_waited);
/* Restores the priority that the thread had before. */
void drain_priority__restore(struct drain_priority *p);

#endif /* PERF_RECORD_DRAIN_PRIORITY_H */
