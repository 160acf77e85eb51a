/* SPDX-License-Identifier: GPL-2.0-only */
/* Which tasks are recorded, on which CPUs. */
#ifndef PERF_RECORD_TARGET_H
#define PERF_RECORD_TARGET_H

#include <stdbool.h>
#include <sys/types.h>

#include <perf/cpumap.h>
#include <perf/threadmap.h>

#include "util/base/diag.h"
#include "util/record/record-opts.h"

struct target {
	struct perf_cpu_map *cpus;	/* only PERF_CPU_ANY: there is a ring for each task */
	struct perf_thread_map *threads;	/* only PERF_THREAD_ANY: whole CPUs are recorded */
	bool system_wide;		/* whole CPUs, all or some */
	bool some_cpus;			/* -C */
	bool existing;			/* tasks that run already (-p, -t, -u) */
	bool workload;			/* a command is started, which is not always what is recorded */
	bool inherit;			/* tasks that these tasks start are recorded, too */
};

/*
 * @child: the task that will execute the command; 0 if there is none. Returns 0, or negative
 * errno with @diag set if there is no such process, CPU or user.
 */
int target__resolve(struct target *ret, const struct target_opts *opts, pid_t child,
		    struct diag *diag);
void target__exit(struct target *t);

#endif /* PERF_RECORD_TARGET_H */
