// SPDX-License-Identifier: GPL-2.0-only
/* Calls, indirect calls, branches that are taken and branches that are not. */
#include "tests/workloads/workload.h"

#define LOOPS	999999

static volatile unsigned int cnt;

static void brstack_bar(void)
{
	WORKLOAD_KEEP_FRAME();
}

static void brstack_foo(void)
{
	brstack_bar();
	WORKLOAD_KEEP_FRAME();
}

static void brstack_bench(void)
{
	void (*volatile indirect)(void) = brstack_foo;

	if (cnt++ % 3)
		brstack_foo();
	else
		indirect();
	brstack_bar();
	WORKLOAD_KEEP_FRAME();
}

static int brstack(int argc, const char **argv)
{
	unsigned int nr = test_workload__number(argc, argv, 0, LOOPS);

	while (nr--)
		brstack_bench();
	return 0;
}

const struct test_workload workload__brstack = {
	"brstack", "[LOOPS]", "brstack_bench calls brstack_foo and brstack_bar, LOOPS times", brstack,
};
