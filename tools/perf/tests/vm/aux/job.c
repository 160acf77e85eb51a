// SPDX-License-Identifier: GPL-2.0-only
/*
 * job N: a program that may lie anywhere in memory, with functions as a C++ compiler calls them. Two threads,
 * one on each CPU, N times: 1 ms of computing, then begin(), 2 ms, end(int, char), end(double).
 *
 * No window begins before both are on their CPUs. Events that threads have inherited change hands when the kernel
 * switches between two such threads on a CPU: the other one would go on within the first one's window.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

void job_begin(long i) __asm__("_ZN3app3Job5beginEl");
void job_end(long i, char c) __asm__("_ZN3app3Job3endEic");
void job_end_double(double d) __asm__("_ZN3app3Job3endEd");

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

/* Different code in each, or they would be one. The first instruction has one byte. */
__attribute__((noinline)) void job_begin(long i)
{
	__asm__ volatile("nop" : : "r"(i) : "memory");
}

__attribute__((noinline)) void job_end(long i, char c)
{
	__asm__ volatile("nop; nop" : : "r"(i), "r"(c) : "memory");
}

__attribute__((noinline)) void job_end_double(double d)
{
	__asm__ volatile("nop; nop; nop" : : "m"(d) : "memory");
}

struct work {
	long n;
	int cpu;
};

static pthread_barrier_t in_place;

static void *run(void *arg)
{
	const struct work *w = arg;
	cpu_set_t set;
	long i;

	CPU_ZERO(&set);
	CPU_SET(w->cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		exit(2);
	pthread_barrier_wait(&in_place);
	for (i = 0; i < w->n; i++) {
		spin_ms(1);
		job_begin(i);
		spin_ms(2);
		job_end(i, 'x');
		job_end_double(1.5);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1;
	struct work first = { n, 0 }, second = { n, 1 };
	pthread_t other;

	pthread_barrier_init(&in_place, NULL, 2);
	if (pthread_create(&other, NULL, run, &second))
		return 2;
	run(&first);
	pthread_join(other, NULL);
	return 0;
}
