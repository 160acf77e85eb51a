// SPDX-License-Identifier: GPL-2.0-only
/*
 * work [first] MODE [N]: what the recordings of an AUX area are made of.
 *
 *	windows N	on CPU 0, N times: 2 ms of computing, then getrandom of 512 KiB, the window
 *	threads N	the same in two threads, one on each CPU
 *	range N		on CPU 0, N times: 2 ms of computing, then range_begin(), 2 ms, range_end(),
 *			2 ms, range_whole(), which takes 2 ms
 *	flow N		N times: uname, in which the module replays packets; flow.S is there for them
 *	endless		windows until it is killed
 *
 * With "first" before all other programs, which then do not run within a window.
 *
 * A thread that changes the CPU within a window would leave the event of the first one resumed:
 * hence the pinning.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <time.h>

void flow(void);

static void spin_ms(unsigned int ms)
{
	struct timespec t;
	uint64_t end;

	clock_gettime(CLOCK_MONOTONIC, &t);
	end = t.tv_sec * 1000000000ull + t.tv_nsec + ms * 1000000ull;
	do
		clock_gettime(CLOCK_MONOTONIC, &t);
	while (t.tv_sec * 1000000000ull + t.tv_nsec < end);
}

static void windows(long n)
{
	static _Thread_local char buffer[512 * 1024];

	while (n--) {
		spin_ms(2);
		if (getrandom(buffer, sizeof(buffer), 0) < 0)
			exit(2);
	}
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		exit(2);
}

static void *pinned(void *arg)
{
	long *n = arg;

	pin(n[1]);
	windows(n[0]);
	return NULL;
}

static void threads(long n)
{
	long args[2][2] = { { n, 0 }, { n, 1 } };
	pthread_t other;

	if (pthread_create(&other, NULL, pinned, args[1]))
		exit(2);
	pinned(args[0]);
	pthread_join(other, NULL);
}

/* Not inlined, not folded into one: places for probes. */
__attribute__((noinline)) void range_begin(long i)
{
	__asm__ volatile("" : : "r"(i) : "memory");
}

__attribute__((noinline)) void range_whole(long i)
{
	spin_ms(2);
	__asm__ volatile("" : : "r"(i) : "memory");
}

__attribute__((noinline)) void range_end(long i)
{
	__asm__ volatile("nop" : : "r"(i) : "memory");
}

static void range(long n)
{
	while (n--) {
		spin_ms(2);
		range_begin(n);
		spin_ms(2);
		range_end(n);
		spin_ms(2);
		range_whole(n);
	}
}

static void first(void)
{
	struct sched_param param = { .sched_priority = 1 };

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		exit(2);
}

int main(int argc, char **argv)
{
	const char *mode;
	struct utsname u;
	long n;

	if (argc > 1 && !strcmp(argv[1], "first")) {
		first();
		argc--;
		argv++;
	}
	mode = argc > 1 ? argv[1] : "";
	n = argc > 2 ? atol(argv[2]) : 1;
	if (!strcmp(mode, "windows")) {
		pinned((long[]){ n, 0 });
	} else if (!strcmp(mode, "threads")) {
		threads(n);
	} else if (!strcmp(mode, "range")) {
		pin(0);
		range(n);
	} else if (!strcmp(mode, "flow")) {
		flow();
		while (n--)
			uname(&u);
	} else if (!strcmp(mode, "endless")) {
		for (;;)
			pinned((long[]){ 1, 0 });
	} else {
		fputs("usage: work [first] windows|threads|range|flow|endless [N]\n", stderr);
		return 129;
	}
	return 0;
}
