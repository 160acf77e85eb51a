// SPDX-License-Identifier: GPL-2.0-only
/* A short way into the kernel: callchain calls callchain_foo calls callchain_do_syscall calls syscall(). */
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

static void callchain_do_syscall(void)
{
	(void)syscall(SYS_gettid);
	WORKLOAD_KEEP_FRAME();
}

static void callchain_foo(void)
{
	callchain_do_syscall();
	WORKLOAD_KEEP_FRAME();
}

static int callchain(int argc, const char **argv)
{
	unsigned int i, nr = test_workload__number(argc, argv, 0, 1);

	for (i = 0; i < nr; i++)
		callchain_foo();
	return 0;
}

const struct test_workload workload__callchain = {
	"callchain", "[LOOPS]", "system calls below callchain_foo and callchain_do_syscall, LOOPS (1) times", callchain,
};
