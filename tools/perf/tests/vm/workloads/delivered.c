// SPDX-License-Identifier: GPL-2.0-only
/*
 * delivered [ROUNDS]: signals that are delivered at a fault, by a system call, and in a sleep. Lowest on the stack of the one that
 * faults lies a copy of an address in long_gone(), which has returned before.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "workload.h"

static char *page;
static void *places[8];
static volatile long sum;

static NOINLINE void note(int place)
{
	places[place] = __builtin_return_address(0);
	KEEP_FRAME();
}

static NOINLINE void long_gone(void)
{
	int i;

	for (i = 0; i < 8; i++)
		note(i);
	KEEP_FRAME();
}

static NOINLINE void handler(int number)
{
	if (number == SIGSEGV)
		mprotect(page, 4096, PROT_READ | PROT_WRITE);
	KEEP_FRAME();
}

static NOINLINE void fault_inner(void)
{
	void *copy[8];

	memcpy(copy, places, sizeof(copy));
	__asm__ volatile("" : : "r"(copy) : "memory");
	mprotect(page, 4096, PROT_NONE);
	sum += *(volatile char *)page;
	KEEP_FRAME();
}

static NOINLINE void fault_outer(void)
{
	fault_inner();
	KEEP_FRAME();
}

static NOINLINE void kill_outer(void)
{
	kill(getpid(), SIGUSR1);
	KEEP_FRAME();
}

static NOINLINE void sleep_outer(void)
{
	struct timespec t = { 0, 50000000 };

	ualarm(2000, 0);
	nanosleep(&t, NULL);
	KEEP_FRAME();
}

int main(int argc, char **argv)
{
	long rounds = argument(argc, argv, 1, 10);

	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	signal(SIGSEGV, handler);
	signal(SIGUSR1, handler);
	signal(SIGALRM, handler);
	long_gone();
	while (rounds-- > 0) {
		fault_outer();
		kill_outer();
		sleep_outer();
	}
	return 0;
}
