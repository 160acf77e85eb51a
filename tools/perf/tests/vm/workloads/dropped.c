// SPDX-License-Identifier: GPL-2.0-only
/*
 * dropped [ROUNDS [KEEP]]: a thread whose stack is a file, mapped shared, waits in the kernel for
 * a byte of a pipe, 24 functions deep: read_thread -> level_22 -> ... -> level_1 -> read_leaf.
 * Once it sleeps, main drops the pages of that stack from memory's tables, and writes the byte:
 * when the system call ends, nobody can read the stack without a page fault. With KEEP the pages
 * stay.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "workload.h"

#define STACK_SIZE	(256 * 1024)

static long rounds;
static int request[2], answer[2];
static volatile long reader;	/* the thread's id */
static char byte;

static NOINLINE long read_leaf(void)
{
	long n = kernel_call(SYS_read, request[0], (long)&byte, 1, 0);

	KEEP_FRAME();
	return n;
}

/* The frames are large, so that the stack has many pages. */
#define LEVEL(n, callee)						\
static NOINLINE long level_##n(void)					\
{									\
	volatile char room[900];					\
	long ret;							\
									\
	room[0] = n;							\
	ret = callee() + (room[0] != n);				\
	KEEP_FRAME();							\
	return ret;							\
}

LEVELS_1_TO_12
LEVEL(13, level_12)
LEVEL(14, level_13)
LEVEL(15, level_14)
LEVEL(16, level_15)
LEVEL(17, level_16)
LEVEL(18, level_17)
LEVEL(19, level_18)
LEVEL(20, level_19)
LEVEL(21, level_20)
LEVEL(22, level_21)

/* What comes back was in the stack all the time: a level that finds another number there says so. */
static NOINLINE void *read_thread(void *arg)
{
	(void)arg;
	reader = syscall(SYS_gettid);
	for (long i = 0; i < rounds; i++)
		if (level_22() != 1 || write(answer[1], "", 1) != 1)
			_exit(1);
	return NULL;
}

/* Does the thread sleep? It does so nowhere but in read_leaf: it never waits to answer. */
static int is_asleep(void)
{
	char path[64], line[256], *state;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%ld/stat", reader);
	f = reader ? fopen(path, "r") : NULL;
	if (!f)
		return 0;
	state = fgets(line, sizeof(line), f) ? strrchr(line, ')') : NULL;
	fclose(f);
	return state && !strncmp(state, ") S", 3);
}

static void *file_stack(void)
{
	char name[] = "/tmp/dropped.XXXXXX";
	int fd = mkstemp(name);
	void *stack;

	if (fd < 0 || unlink(name) || ftruncate(fd, STACK_SIZE))
		return NULL;
	stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return stack == MAP_FAILED ? NULL : stack;
}

int main(int argc, char **argv)
{
	int keep = argument(argc, argv, 2, 0);
	void *stack = file_stack();
	pthread_attr_t attr;
	pthread_t thread;
	char done;

	rounds = argument(argc, argv, 1, 50);
	if (!stack || pipe(request) || pipe(answer) || pthread_attr_init(&attr) ||
	    pthread_attr_setstack(&attr, stack, STACK_SIZE) || pthread_create(&thread, &attr, read_thread, NULL))
		return 1;
	for (long i = 0; i < rounds; i++) {
		while (!is_asleep())
			usleep(1000);
		if (!keep && (msync(stack, STACK_SIZE, MS_SYNC) || madvise(stack, STACK_SIZE, MADV_DONTNEED)))
			return 1;
		if (write(request[1], "", 1) != 1 || read(answer[0], &done, 1) != 1)
			return 1;
	}
	return pthread_join(thread, NULL) != 0;
}
