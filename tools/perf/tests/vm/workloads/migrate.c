// SPDX-License-Identifier: GPL-2.0-only
/*
 * migrate [HOPS]: asks the kernel, in main -> travel -> hop_leaf, to be moved to the other CPU: the
 * sample lies in the buffer of the CPU that was left, its user half in that of the new one.
 */
#include "workload.h"

static NOINLINE long hop_leaf(unsigned long mask)
{
	long ret = kernel_call(SYS_sched_setaffinity, 0, sizeof(mask), (long)&mask, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE int travel(long hops)
{
	int failed = 0;

	for (long i = 0; i < hops; i++)
		failed |= hop_leaf(1UL << (i & 1)) < 0;
	KEEP_FRAME();
	return failed;
}

int main(int argc, char **argv)
{
	return travel(argument(argc, argv, 1, 40));
}
