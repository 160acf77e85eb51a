/* SPDX-License-Identifier: GPL-2.0-only */
/* Processes that are not asked about for a while, as they let who asks wait for too long (process-asker.h). */
#ifndef PERF_BASE_PROCESS_REFUSED_H
#define PERF_BASE_PROCESS_REFUSED_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/base/hash.h"

/* Of zeroes: none. A negative number is a task's, as in process_asker__put(). */
struct process_refused {
	struct u64num until;		/* key_of() -> ns of the monotonic clock */
	unsigned int nr_late, nr_told;
};

void process_refused__exit(struct process_refused *r);
/* Is @pid one of them now? */
bool process_refused__has(struct process_refused *r, pid_t pid);
/* @pid was waited for in vain: it is one for a minute. The user is told of the first few. */
void process_refused__add(struct process_refused *r, pid_t pid);
/* Another program, or another process, has the number @pid from now on. */
void process_refused__forget(struct process_refused *r, pid_t pid);
/* Of @limit_ms, so many are left to a process to answer in: fewer where many have been waited for in vain. */
unsigned int process_refused__limit(const struct process_refused *r, unsigned int limit_ms);

#endif /* PERF_BASE_PROCESS_REFUSED_H */
