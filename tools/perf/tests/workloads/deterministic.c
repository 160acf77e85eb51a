// SPDX-License-Identifier: GPL-2.0-only
/* Lines in an order that never changes. Tests of other perfs know their numbers: no line may move. */
#include "tests/workloads/workload.h"

static volatile int seen;

static void second(int value)
{
	seen = value;
	seen += 2;
	seen *= 3;
}

static void last(int value)
{
	seen -= value;
	seen ^= 5;
	seen |= 7;
}

static int deterministic(int argc,
			 const char **argv)
{
	seen = argc;
	seen += 1;
	seen <<= 1;
	(void)argv;
	second(seen);

	seen += 9;
	seen &= 255;
	seen += 4;

	last(argc);

	return 0;
}

const struct test_workload workload__deterministic = {
	"deterministic", "", "the same lines in the same order each time", deterministic,
};
