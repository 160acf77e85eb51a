// SPDX-License-Identifier: GPL-2.0-only
/* A child process that works in a library, so that inheriting and libraries can be tested. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

static volatile double result;

static void sqrt_until_done(void)
{
	unsigned int i;

	for (i = 0; !workload_done; i++)
		result = sqrt((double)i);
}

static int sqrtloop(int argc, const char **argv)
{
	int status;
	pid_t pid;

	pid = fork();
	if (pid < 0) {
		fprintf(stderr, "sqrtloop: cannot fork: %s\n", strerror(errno));
		return 1;
	}
	if (!pid) {
		/* Timers are not inherited: the child takes its own time. */
		test_workload__start(argc, argv);
		sqrt_until_done();
		_exit(0);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

const struct test_workload workload__sqrtloop = {
	"sqrtloop", "[SECONDS]", "a child process that calls sqrt(3)", sqrtloop,
};
