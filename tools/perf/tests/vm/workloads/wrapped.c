// SPDX-License-Identifier: GPL-2.0-only
/*
 * wrapped [ROUNDS [BYTES]]: enters the kernel through libc, which has no frames on most distributions: the functions that call it
 * are those that a walk along frame pointers misses. main -> day -> *_caller -> libc.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "workload.h"

static int zero;
static size_t size;			/* not known to the compiler, which would fill memory by itself */
static FILE *stream;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

#define CALLER(name, ...)				\
static NOINLINE long name##_caller(char *buffer)	\
{							\
	long ret;					\
							\
	(void)buffer;					\
	__VA_ARGS__;					\
	KEEP_FRAME();					\
	return ret;					\
}

CALLER(read, ret = read(zero, buffer, 4096))
CALLER(nap, struct timespec t = { 0, 100000 }; ret = nanosleep(&t, NULL))
CALLER(poll, ret = poll(NULL, 0, 1))
CALLER(stdio, ret = (long)fread(buffer, 1, 8192, stream))
CALLER(condition, struct timespec t; clock_gettime(CLOCK_REALTIME, &t); pthread_mutex_lock(&lock);
       ret = pthread_cond_timedwait(&never, &lock, &t); pthread_mutex_unlock(&lock))
CALLER(fault, char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       memset(p, 1, size); ret = munmap(p, size))

static NOINLINE long day(char *buffer)
{
	long sum = read_caller(buffer) + nap_caller(buffer) + poll_caller(buffer) + stdio_caller(buffer) +
		   condition_caller(buffer) + fault_caller(buffer);

	KEEP_FRAME();
	return sum;
}

int main(int argc, char **argv)
{
	static char buffer[8192];
	long rounds = argument(argc, argv, 1, 20);

	zero = open("/dev/zero", O_RDONLY);
	size = (size_t)argument(argc, argv, 2, 4096);
	stream = fopen("/dev/zero", "r");
	if (zero < 0 || !stream)
		return 1;
	while (rounds-- > 0)
		day(buffer);
	return 0;
}
