// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/fair-clock.h"
#include "tests/runner.h"

double fair_clock__share(const char *text, double cpus)
{
	unsigned int running;

	if (sscanf(text, "%*s %*s %*s %u/", &running) != 1 || running <= cpus)
		return 1;
	return cpus / running;
}

static double share_now(double cpus)
{
	char text[128] = "";
	int fd = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 1;
	if (read(fd, text, sizeof(text) - 1) < 0)
		text[0] = 0;
	close(fd);
	return fair_clock__share(text, cpus);
}

void fair_clock__init(struct fair_clock *clock)
{
	cpu_set_t mine;

	*clock = (struct fair_clock){ .last = tests__clock(), .cpus = 1 };
	if (!sched_getaffinity(0, sizeof(mine), &mine))
		clock->cpus = CPU_COUNT(&mine);
}

double fair_clock__read(struct fair_clock *clock)
{
	double now = tests__clock();

	clock->now += (now - clock->last) * share_now(clock->cpus);
	clock->last = now;
	return clock->now;
}
