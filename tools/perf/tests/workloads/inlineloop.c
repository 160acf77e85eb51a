// SPDX-License-Identifier: GPL-2.0-only
/*
 * Time is taken in leaf, which is inlined into middle, which is inlined into parent.
 *
 * Tests of perf know where: leaf and middle have their code in lines 20 to 29 of this file, parent in
 * lines 30 to 39.
 */
#include "tests/workloads/workload.h"

static volatile unsigned int seen;

#define INLINED	inline __attribute__((always_inline))

/*
 * Reading what a signal handler writes keeps the loop: the compiler may not assume that it goes on for
 * ever, nor that it ends. The sum gives each round an instruction that belongs to this line.
 */
static INLINED void leaf(unsigned int value)
{
	while (!workload_done)
		seen += value;
}
static INLINED void middle(unsigned int value)
{
	leaf(value);
}

static __attribute__((noinline)) void parent(unsigned int value)
{
	middle(value);
	WORKLOAD_KEEP_FRAME();
}

static int inlineloop(int argc, const char **argv)
{
	test_workload__start(argc, argv);
	parent((unsigned int)argc + 1);
	return 0;
}

const struct test_workload workload__inlineloop = {
	"inlineloop", "[SECONDS]", "parent with middle and leaf inlined, where time is taken", inlineloop,
};
