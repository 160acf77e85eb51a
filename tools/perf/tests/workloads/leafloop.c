// SPDX-License-Identifier: GPL-2.0-only
/* Time is taken in a leaf function, which need not set up a frame: leafloop calls parent calls leaf. */
#include "tests/workloads/workload.h"

static volatile int seen;

static void leaf(int value)
{
	while (!workload_done)
		seen += value;
}

static void parent(int value)
{
	leaf(value);
	WORKLOAD_KEEP_FRAME();
}

static int leafloop(int argc, const char **argv)
{
	test_workload__start(argc, argv);
	parent(argc + 1);
	return 0;
}

const struct test_workload workload__leafloop = {
	"leafloop", "[SECONDS]", "leafloop calls parent calls leaf, which takes time", leafloop,
};
