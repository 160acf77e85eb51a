// SPDX-License-Identifier: GPL-2.0-only
/* offcpu [NAPS]: leaves the CPU in main -> work_day -> coffee_break -> nap_leaf. */
#include <time.h>
#include "workload.h"

static NOINLINE long nap_leaf(long us)
{
	struct timespec t = { 0, us * 1000 };
	long ret = kernel_call(SYS_nanosleep, (long)&t, 0, 0, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE long coffee_break(long us)
{
	long ret = nap_leaf(us);

	KEEP_FRAME();
	return ret;
}

static NOINLINE long work_day(long naps)
{
	long failed = 0;

	for (long i = 0; i < naps; i++)
		failed |= coffee_break(2000);
	KEEP_FRAME();
	return failed;
}

int main(int argc, char **argv)
{
	return work_day(argument(argc, argv, 1, 50)) != 0;
}
