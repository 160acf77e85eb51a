// SPDX-License-Identifier: GPL-2.0-only
/* One function that does nothing but take time. */
#include "tests/workloads/workload.h"

static int noploop(int argc, const char **argv)
{
	test_workload__start(argc, argv);
	while (!workload_done)
		;
	return 0;
}

const struct test_workload workload__noploop = {
	"noploop", "[SECONDS]", "one function, noploop, that takes time", noploop,
};
