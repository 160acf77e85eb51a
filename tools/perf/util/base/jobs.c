// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/jobs.h"

#include <sched.h>
#include <stdlib.h>

static unsigned int nr_cpus(void)
{
	cpu_set_t set;

	/* More CPUs than the set has: as many as it has are enough. */
	return sched_getaffinity(0, sizeof(set), &set) ? JOBS_MAX : (unsigned int)CPU_COUNT(&set);
}

/* PERF_JOBS, if that is a number of at least 1; else the number of CPUs on which this process may run, at least 1. */
static unsigned int default_jobs(void)
{
	const char *text = getenv(JOBS_VARIABLE);
	unsigned long jobs = text ? strtoul(text, NULL, 10) : 0;

	if (!jobs)
		jobs = nr_cpus();
	return jobs > JOBS_MAX ? JOBS_MAX : jobs ? (unsigned int)jobs : 1;
}

unsigned int jobs__of(unsigned int asked)
{
	if (!asked)
		return default_jobs();
	return asked > JOBS_MAX ? JOBS_MAX : asked;
}
