/* SPDX-License-Identifier: GPL-2.0-only */
/* How many threads or processes read a recording. */
#ifndef PERF_BASE_JOBS_H
#define PERF_BASE_JOBS_H

#include "util/base/options.h"

/* The number that is used where no option gives one; perf.c sets it from core.jobs of the configuration. */
#define JOBS_VARIABLE	"PERF_JOBS"
/* No more than this are started, whatever number is asked for. */
#define JOBS_MAX	256

/*
 * Returns how many to start where @asked is what an option said. 0, nothing was said: PERF_JOBS, if that is a number of at least 1;
 * else the number of CPUs on which this process may run. At least 1.
 */
unsigned int jobs__of(unsigned int asked);

/*
 * For a command's table of options. @jobs is where the number goes, 0: none was given; @letter is 'j', or 0 if that is
 * the letter of another option.
 */
#define OPT_JOBS(letter, jobs) \
	OPT_ALONE(OPT_UINT(letter, "jobs", jobs, "N", \
			   "read large recordings with N threads or processes (core.jobs;\n" \
			   "                              default: the CPUs that perf may use)"))

#endif /* PERF_BASE_JOBS_H */
