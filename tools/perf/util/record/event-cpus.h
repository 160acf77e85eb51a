/* SPDX-License-Identifier: GPL-2.0-only */
/* The CPUs of one event: those of its PMU, where not all CPUs are alike, those of cpu=, or those that answer for a socket. */
#ifndef PERF_RECORD_EVENT_CPUS_H
#define PERF_RECORD_EVENT_CPUS_H

#include <perf/cpumap.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/target.h"

/*
 * Sets *@ret to the CPUs on which @evsel is to be opened for @target, if it has CPUs of its own; the caller deletes the
 * map. It stays as it is if the event is where the target is. The map is empty, which a warning says, if none of the
 * CPUs of its PMU is recorded. Returns 0, or negative errno with @diag set, as where none of cpu= is.
 */
int event_cpus__own(struct evsel *evsel, const struct target *target, struct perf_cpu_map **ret, struct diag *diag);

#endif /* PERF_RECORD_EVENT_CPUS_H */
