// SPDX-License-Identifier: GPL-2.0-only
/* Two processes that wake each other over pipes: a context switch each time. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

#define LOOPS	100

static bool pass(int fd, bool out)
{
	char c = 0;
	ssize_t n;

	do
		n = out ? write(fd, &c, 1) : read(fd, &c, 1);
	while (n < 0 && errno == EINTR);
	return n == 1;
}

static void context_switch_loop_proc1(int in, int out, unsigned int nr)
{
	while (nr-- && pass(out, true) && pass(in, false))
		;
	WORKLOAD_KEEP_FRAME();
}

static void context_switch_loop_proc2(int in, int out, unsigned int nr)
{
	while (nr-- && pass(in, false) && pass(out, true))
		;
	WORKLOAD_KEEP_FRAME();
}

static int context_switch_loop(int argc, const char **argv)
{
	unsigned int nr = test_workload__number(argc, argv, 0, LOOPS);
	int there[2], back[2], status;
	pid_t pid;

	if (pipe(there) || pipe(back) || (pid = fork()) < 0) {
		fprintf(stderr, "context_switch_loop: %s\n", strerror(errno));
		return 1;
	}
	if (!pid) {
		(void)close(there[1]);
		(void)close(back[0]);
		context_switch_loop_proc2(there[0], back[1], nr);
		_exit(0);
	}
	(void)close(there[0]);
	(void)close(back[1]);
	context_switch_loop_proc1(back[0], there[1], nr);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 1;
	return 0;
}

const struct test_workload workload__context_switch_loop = {
	"context_switch_loop", "[LOOPS]", "two processes that wake each other, LOOPS (100) times",
	context_switch_loop,
};
