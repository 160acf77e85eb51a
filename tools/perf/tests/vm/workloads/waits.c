// SPDX-License-Identifier: GPL-2.0-only
/*
 * waits: threads that are off their CPUs for known times, each in a function of its own. Prints "FUNCTION KIND NS", measured
 * by the clock that perf records with, less what the thread ran meanwhile (an emulated CPU may stand still while it does):
 * KIND is `waited` (blocked, and until it ran again) or `preempted`.
 *
 *	nap_here      sleeps of known length
 *	lock_here     a lock that hold_lock holds asleep
 *	read_here     a pipe that write_slowly fills now and then
 *	spin_here     one of two threads on one CPU, which both want to run
 *	die_here      a sleep from which only the end of the process wakes
 */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "workload.h"

#define ROUNDS	6
#define MS	1000000L

static unsigned long long dying_since;
static volatile int lock_word, ready;
static int pipe_fds[2];

static unsigned long long now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (unsigned long long)t.tv_sec * 1000000000 + (unsigned long long)t.tv_nsec;
}

/* How long the thread has not run, ns, from an unknown moment on: only differences mean something. */
static unsigned long long off_cpu(void)
{
	return now(CLOCK_MONOTONIC) - now(CLOCK_THREAD_CPUTIME_ID);
}

static NOINLINE long nap(long ns)
{
	struct timespec t = { ns / 1000000000, ns % 1000000000 };
	long ret = kernel_call(SYS_nanosleep, (long)&t, 0, 0, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE long nap_here(void)
{
	long ret = nap(50 * MS);

	KEEP_FRAME();
	return ret;
}

static NOINLINE void hold_lock(void)
{
	lock_word = 1;
	ready = 1;
	nap(60 * MS);
	lock_word = 0;
	kernel_call(SYS_futex, (long)&lock_word, FUTEX_WAKE, 1, 0);
	KEEP_FRAME();
}

static NOINLINE void lock_here(void)
{
	while (lock_word)
		kernel_call(SYS_futex, (long)&lock_word, FUTEX_WAIT, 1, 0);
	KEEP_FRAME();
}

static NOINLINE long read_here(void)
{
	char c;
	long ret = kernel_call(SYS_read, pipe_fds[0], (long)&c, 1, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE unsigned long spin_here(unsigned long long until)
{
	volatile unsigned long n = 0;

	/* Hardly ever in libc, which keeps no frame pointer: whoever is preempted there may miss its callers. */
	while (now(CLOCK_MONOTONIC) < until)
		for (int i = 0; i < 100000; i++)
			n++;
	KEEP_FRAME();
	return n;
}

static NOINLINE long die_here(void)
{
	long ret = nap(3600 * 1000 * MS);

	KEEP_FRAME();
	return ret;
}

static void *sleeper(void *arg)
{
	unsigned long long from, sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		from = off_cpu();
		nap_here();
		sum += off_cpu() - from;
	}
	printf("nap_here waited %llu\n", sum);
	return arg;
}

static void *holder(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		while (ready)
			nap(MS);
		hold_lock();
	}
	return arg;
}

static void *locker(void *arg)
{
	unsigned long long from, sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		while (!ready)
			nap(MS);
		from = off_cpu();
		lock_here();
		sum += off_cpu() - from;
		ready = 0;
	}
	printf("lock_here waited %llu\n", sum);
	return arg;
}

static void *writer(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		nap(55 * MS);
		kernel_call(SYS_write, pipe_fds[1], (long)"x", 1, 0);
	}
	return arg;
}

static void *reader(void *arg)
{
	unsigned long long from, sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		from = off_cpu();
		read_here();
		sum += off_cpu() - from;
	}
	printf("read_here waited %llu\n", sum);
	return arg;
}

static void *spinner(void *arg)
{
	unsigned long long from, until = *(unsigned long long *)arg;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		return NULL;
	from = off_cpu();
	spin_here(until);
	printf("spin_here preempted %llu\n", off_cpu() - from);
	return arg;
}

static void *dying(void *arg)
{
	dying_since = off_cpu();
	die_here();
	return arg;
}

static int run(void *(*const *functions)(void *), int nr, void *arg)
{
	pthread_t threads[8];

	for (int i = 0; i < nr; i++)
		if (pthread_create(&threads[i], NULL, functions[i], arg))
			return 1;
	for (int i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

int main(void)
{
	static void *(*const waiting[])(void *) = { sleeper, holder, locker, writer, reader };
	static void *(*const spinning[])(void *) = { spinner, spinner };
	unsigned long long until;
	pthread_t thread;
	clockid_t clock;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (pipe(pipe_fds) || pthread_create(&thread, NULL, dying, NULL) || run(waiting, 5, NULL))
		return 1;
	until = now(CLOCK_MONOTONIC) + 800 * MS;
	if (run(spinning, 2, &until))
		return 1;
	if (pthread_getcpuclockid(thread, &clock))
		return 1;
	printf("die_here waited %llu\n", now(CLOCK_MONOTONIC) - now(clock) - dying_since);
	fflush(stdout);
	_exit(0);
}
