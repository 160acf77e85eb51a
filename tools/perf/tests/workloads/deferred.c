// SPDX-License-Identifier: GPL-2.0-only
/*
 * Time is taken inside the kernel, on behalf of one known stack: deferred calls deferred_outer calls
 * deferred_middle calls deferred_inner, which has something read, sleep and give up the CPU. In
 * whichever of these system calls it is sampled: a complete user stack has these four, in this order.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

#define PIECE	(256 * 1024)	/* enough to be sampled several times within one call */

static char piece[PIECE];

/* The C library's functions have no frames: what calls them is missing in a chain of frame pointers. */
static void system_calls(int fd, unsigned int round)
{
	const struct timespec moment = { .tv_nsec = 100000 };

	if (read(fd, piece, sizeof(piece)) < 0)
		workload_done = 1;
	if (!(round % 16))
		(void)nanosleep(&moment, NULL);
	if (!(round % 4))
		(void)sched_yield();
	WORKLOAD_KEEP_FRAME();
}

static void deferred_inner(int fd, unsigned int round)
{
	system_calls(fd, round);
	WORKLOAD_KEEP_FRAME();
}

static void deferred_middle(int fd, unsigned int round)
{
	deferred_inner(fd, round);
	WORKLOAD_KEEP_FRAME();
}

static void deferred_outer(int fd, unsigned int round)
{
	deferred_middle(fd, round);
	WORKLOAD_KEEP_FRAME();
}

static int deferred(int argc, const char **argv)
{
	unsigned int round = 0;
	int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		fprintf(stderr, "deferred: cannot open /dev/zero: %s\n", strerror(errno));
		return 1;
	}
	test_workload__start(argc, argv);
	while (!workload_done)
		deferred_outer(fd, round++);
	(void)close(fd);
	return 0;
}

const struct test_workload workload__deferred = {
	"deferred", "[SECONDS]", "system calls below deferred_outer, deferred_middle, deferred_inner", deferred,
};
