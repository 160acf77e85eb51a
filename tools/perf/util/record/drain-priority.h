/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The thread that empties the rings has to run when they fill, which is when the machine is busiest. So it has priority over
 * others if the user may do that: it is an ordinary thread with the best nice value and a short time slice. SCHED_FIFO
 * could stop all other work of a machine, and is only used on demand (-r).
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
	struct sched_params before;	/* of this thread */
	bool raised;			/* until it is given back */
	bool had;			/* it was raised */
	bool refused;			/* the user may not have it, or not all of it */
	struct sched_params better;	/* what was raised to; size 0: nothing, or -r */
	int64_t since, used;		/* where this stretch of its turns began, ns: the clock, and the thread's CPU time */
};

/*
 * Raises the calling thread's; what it starts later does not inherit that. Without -r a user who has chosen a priority
 * of his own (nice, chrt) keeps it, and so does who may not have a better one. Returns 0, or negative errno with
 * @diag set: -r cannot be had.
 */
int drain_priority__raise(struct drain_priority *p, const struct record_opts *opts, struct diag *diag);
/*
 * To be called between two rounds, with the time of the monotonic clock, ns. Of each fifth of a second half may be used at
 * the better priority, then the rest of it is everybody's: perf that records its own calls in tiny rings never ends
 * its work, and would leave a CPU to nobody.
 */
void drain_priority__heed(struct drain_priority *p, int64_t now);
/* Gives back what was raised. */
void drain_priority__restore(struct drain_priority *p);

#endif /* PERF_RECORD_DRAIN_PRIORITY_H */
