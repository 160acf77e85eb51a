// SPDX-License-Identifier: GPL-2.0-only
/* Time is taken in leaf, which is inlined into middle, which is inlined into parent. */
#include "tests/workloads/workload.h"

static volatile int seen;

static inline __attribute__((always_inline)) void leaf(int value)
{
	while (!workload_done)
		seen += value;
}

static inline __attribute__((always_inline)) void middle(int value)
{
	leaf(value);
}

static __attribute__((noinline)) void parent(int value)
{
	middle(value);
	WORKLOAD_KEEP_FRAME();
}

static int inlineloop(int argc, const char **argv)
{
	test_workload__start(argc, argv);
	parent(argc + 1);
	return 0;
}

const struct test_workload workload__inlineloop = {
	"inlineloop", "[SECONDS]", "parent with middle and leaf inlined, where time is taken", inlineloop,
};
