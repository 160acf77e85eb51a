// SPDX-License-Identifier: GPL-2.0-only
/*
 * forks [CHILDREN]: the parent clones itself in main -> spawn -> fork_leaf; every child then
 * reads in main -> spawn -> child_work -> child_leaf, on a copy of its parent's stack.
 */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "workload.h"

static int zero;

static NOINLINE long child_leaf(char *buffer, long bytes)
{
	long ret = kernel_call(SYS_read, zero, (long)buffer, bytes, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE int child_work(void)
{
	char buffer[32];
	int failed = 0;

	for (int i = 0; i < 5; i++)
		failed |= child_leaf(buffer, sizeof(buffer)) != sizeof(buffer);
	KEEP_FRAME();
	return failed;
}

static NOINLINE long fork_leaf(void)
{
	long ret = kernel_call(SYS_fork, 0, 0, 0, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE int spawn(void)
{
	long pid = fork_leaf();
	int status = 1;

	if (!pid)
		_exit(child_work());
	if (pid > 0)
		waitpid(pid, &status, 0);
	KEEP_FRAME();
	return status;
}

int main(int argc, char **argv)
{
	int failed = 0;

	zero = open("/dev/zero", O_RDONLY);
	for (long n = argument(argc, argv, 1, 10); n > 0; n--)
		failed |= spawn();
	return failed || zero < 0;
}
