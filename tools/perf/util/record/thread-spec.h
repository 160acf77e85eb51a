/* SPDX-License-Identifier: GPL-2.0-only */
/* --threads: which CPUs' rings each thread empties, and on which CPUs it runs. */
#ifndef PERF_RECORD_THREAD_SPEC_H
#define PERF_RECORD_THREAD_SPEC_H

#include <stddef.h>

#include <perf/cpumap.h>

#include "util/base/diag.h"

struct thread_share {
	struct perf_cpu_map *cpus;	/* whose rings; no CPU is in two shares */
	struct perf_cpu_map *affinity;	/* where the thread may run; NULL: anywhere */
};

struct thread_shares {
	struct thread_share *list;
	size_t nr;
};

/*
 * @spec: "cpu", "core", "package" or "numa" (as sysfs describes this machine), or lists
 * "CPUS[/AFFINITY]:...". @rings: the CPUs that are recorded. Each of
 * them is in one share of @ret; CPUs that are in no list are together in one more share. Returns 0, or -EINVAL or -ENOMEM with
 * @diag set and @ret empty.
 */
int thread_shares__parse(struct thread_shares *ret, const char *spec, const struct perf_cpu_map *rings,
			 struct diag *diag);
void thread_shares__exit(struct thread_shares *s);

#endif /* PERF_RECORD_THREAD_SPEC_H */
