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
	struct sched_params before;	/* what this thread had */
	bool raised;			/* it is raised now */
	bool had;			/* it was raised at some time */
	bool refused;			/* this user may not have it, or only a part of it */
	struct sched_params better;	/* what it was raised to; size 0: not raised, or by -r */
	int64_t begun, waited;		/* when it was raised, ns of the clock, and how long the thread had waited for a CPU by then */
	int64_t since, used;		/* where this stretch of its turns began, ns: the clock, and the thread's CPU time */
	int64_t look_at;		/* before this moment, the thread cannot have used up its share of the stretch */
};

/*
 * Raises the priority of the calling thread; threads and processes that it starts later do not inherit that. Without -r the
 * priority stays if the user has chosen one (nice, chrt) or may not have a better one. Returns 0, or negative errno with
 * @diag set if -r is not possible.
 */
int drain_priority__raise(struct drain_priority *p, const struct record_opts *opts, struct diag *diag);
/*
 * To be called between two rounds, with the time of the monotonic clock, in ns. The thread may run with the better priority for
 * half of each fifth of a second; for the rest of it, it has the usual priority. This is because a perf that records its own
 * calls in tiny rings never finishes its work, and would otherwise take a whole CPU.
 */
void drain_priority__heed(struct drain_priority *p, int64_t now);
/*
 * Returns for how long the calling thread has had a better nice value than it was started with (priorities of -r do not count), and for
 * how much of that time it could have run but did not. Both are in ns, and 0 if it had no better value, or if this is not known.
 */
void drain_priority__waited(const struct drain_priority *p, uint64_t *ret_time, uint64_t *ret_waited);
/* Restores the priority that the thread had before. */
void drain_priority__restore(struct drain_priority *p);

#endif /* PERF_RECORD_DRAIN_PRIORITY_H */
