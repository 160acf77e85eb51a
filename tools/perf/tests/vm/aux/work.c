// SPDX-License-Identifier: GPL-2.0-only
/*
 * work [first] MODE [N]: what the recordings of an AUX area are made of.
 *
 *	windows N	on CPU 0, N times: 2 ms of computing, then getrandom of 512 KiB, the window
 *	threads N	the same in two threads, one on each CPU
 *	range N		on CPU 0, N times: 2 ms of computing, then range_begin(), 2 ms and more, range_end(),
 *			2 ms, range_whole(), which takes 2 ms
 *	whole N		the same, but it is range_whole() that takes longer, until there is a trace
 *	flow N		N times: uname, in which the module replays packets; flow.S is there for them
 *	endless		windows until it is killed
 *
 * With "first" before all other programs, which then do not run within a window.
 *
 * A thread that changes the CPU within a window would leave the event of the first one resumed:
 * hence the pinning. Events that threads have inherited change hands when the kernel switches between two such
 * threads on a CPU: the other one would go on within the first one's window. So no window begins before each
 * thread is on its CPU.
 *
 * Where the emulator waits for its machine 2 ms may go by without a timer, and so without anything in the trace: what
 * the module has written decides how long a window takes, where it may be read.
 */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
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

/* The sum of a counter of the module over all CPUs; -1: who may know. */
static long counted(const char *counter)
{
	char text[4096] = "", *p = text;
	FILE *f = fopen("/sys/module/faux_pt/parameters/counters", "r");
	long sum = 0;

	if (!f)
		return -1;
	if (!fread(text, 1, sizeof(text) - 1, f))
		sum = -1;
	fclose(f);
	while ((p = strstr(p, counter)) != NULL)
		sum += atol(p += strlen(counter));
	return sum;
}

/* How many records the module has written. */
static long written(void)
{
	return counted(" records=");
}

/* For 2 ms, and until there are ticks, where a trace is on: one that was resumed more often than paused. */
static void spin_ticks(void)
{
	long before = written();
	int on = before >= 0 && counted(" resumes=") > counted(" pauses=");
	int tries = 500;

	spin_ms(2);
	while (on && written() < before + 2 && tries--)
		spin_ms(1);
}

static void windows(long n)
{
	static _Thread_local char buffer[512 * 1024];
	long begun = written(), done = 0;

	/* Each has a record at its beginning and one at its end, and at least one has more. */
	while (done < n || (begun >= 0 && written() <= begun + 2 * done && done < n + 100)) {
		spin_ms(2);
		if (getrandom(buffer, sizeof(buffer), 0) < 0)
			exit(2);
		done++;
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

static pthread_barrier_t in_place;

/* How often, on which CPU, and whether there is another thread. */
static void *pinned(void *arg)
{
	long *n = arg;

	pin(n[1]);
	if (n[2])
		pthread_barrier_wait(&in_place);
	windows(n[0]);
	return NULL;
}

static void threads(long n)
{
	long args[2][3] = { { n, 0, 1 }, { n, 1, 1 } };
	pthread_t other;

	pthread_barrier_init(&in_place, NULL, 2);
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

__attribute__((noinline)) void range_whole(long wait)
{
	if (wait)
		spin_ticks();
	else
		spin_ms(2);
	__asm__ volatile("" : : "r"(wait) : "memory");
}

__attribute__((noinline)) void range_end(long i)
{
	__asm__ volatile("nop" : : "r"(i) : "memory");
}

/* Who records the way from begin to end, or (@whole) within a function. It waits for ticks only there. */
static void range(long n, bool whole)
{
	while (n--) {
		spin_ms(2);
		range_begin(n);
		if (!whole)
			spin_ticks();
		range_end(n);
		spin_ms(2);
		range_whole(whole);
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
		pinned((long[]){ n, 0, 0 });
	} else if (!strcmp(mode, "threads")) {
		threads(n);
	} else if (!strcmp(mode, "range") || !strcmp(mode, "whole")) {
		pin(0);
		range(n, !strcmp(mode, "whole"));
	} else if (!strcmp(mode, "flow")) {
		flow();
		while (n--)
			uname(&u);
	} else if (!strcmp(mode, "endless")) {
		for (;;)
			pinned((long[]){ 1, 0, 0 });
	} else {
		fputs("usage: work [first] windows|threads|range|whole|flow|endless [N]\n", stderr);
		return 129;
	}
	return 0;
}
