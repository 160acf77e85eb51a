/* SPDX-License-Identifier: GPL-2.0-only */
/* How many threads or processes read a recording. */
#ifndef PERF_SESSION_JOBS_H
#define PERF_SESSION_JOBS_H

#include "util/base/options.h"

/* A number for those who do not say it: core.jobs of the configuration sets it (perf.c). */
#define JOBS_VARIABLE	"PERF_JOBS"
/* More are not started, whatever number is asked for. */
#define JOBS_MAX	256

/* PERF_JOBS if it is a number from 1 on, else the number of CPUs on which this process may run; at least 1. */
unsigned int session_jobs__default(void);
/* How many to start if @asked for: session_opts.jobs. */
unsigned int session_jobs__of(unsigned int asked);

/* For a command's table of options; @jobs: &session_opts.jobs. @letter: 'j', or 0 where that is another option. */
#define OPT_JOBS(letter, jobs) \
	OPT_UINT(letter, "jobs", jobs, "N", \
		 "read large recordings with N threads or processes (core.jobs;\n" \
		 "                              default: the CPUs that perf may use)")

#endif /* PERF_SESSION_JOBS_H */
