// SPDX-License-Identifier: GPL-2.0-only
/* The list of workloads, and what they share. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "tests/workloads/workload.h"
#include "util/base/alloc.h"
#include "util/base/options.h"

volatile sig_atomic_t workload_done;

static const struct test_workload *const workloads[] = {
	&workload__noploop, &workload__thloop, &workload__leafloop, &workload__sqrtloop, &workload__brstack,
	&workload__datasym, &workload__inlineloop, &workload__context_switch_loop, &workload__traploop,
	&workload__named_threads, &workload__callchain, &workload__deterministic, &workload__landlock,
	&workload__deferred, &workload__reference, &workload__race,
};

const struct test_workload *test_workload__at(size_t i)
{
	return i < ARRAY_SIZE(workloads) ? workloads[i] : NULL;
}

const struct test_workload *test_workload__find(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(workloads); i++)
		if (!strcmp(workloads[i]->name, name))
			return workloads[i];
	return NULL;
}

static void on_signal(int sig)
{
	(void)sig;
	workload_done = 1;
}

unsigned int test_workload__number(int argc, const char **argv, int i, unsigned int def)
{
	unsigned long v;
	char *end;

	if (i >= argc)
		return def;
	errno = 0;
	v = strtoul(argv[i], &end, 10);
	if (errno || end == argv[i] || *end || !v || v > INT_MAX)
		usage_error("'%s' is not a number of at least 1", argv[i]);
	return (unsigned int)v;
}

static double seconds(const char *text)
{
	char *end;
	double v;

	errno = 0;
	v = strtod(text, &end);
	if (errno || end == text || *end || !(v > 0) || v > 1e6)
		usage_error("'%s' is not a number of seconds", text);
	return v;
}

void test_workload__end_on_signal(void)
{
	(void)signal(SIGINT, on_signal);
	(void)signal(SIGALRM, on_signal);
}

void test_workload__start(int argc, const char **argv)
{
	double v = argc ? seconds(argv[0]) : 1;
	struct itimerval timer = { .it_value.tv_sec = (time_t)v };

	/* Not zero, which would mean never. */
	timer.it_value.tv_usec = (suseconds_t)((v - (double)timer.it_value.tv_sec) * 1e6);
	if (!timer.it_value.tv_sec && !timer.it_value.tv_usec)
		timer.it_value.tv_usec = 1;
	test_workload__end_on_signal();
	(void)setitimer(ITIMER_REAL, &timer, NULL);
}
