// SPDX-License-Identifier: GPL-2.0-only
/*
 * lock-map FILE: locks its map of memory, for as long as the file system of FILE, a silent-fs, does not answer: one thread waits for a page of the
 * file, and another for that page while it maps the file in place of something else. Maps the file, prints "mapped", waits for a byte, by which time
 * the file system is to be silent, locks, prints "locked", and makes system calls that fail.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SIZE	((size_t)1 << 20)
#define NR	2

static char *map, *area;
static int direct;
static volatile pid_t tids[NR];
static volatile int begun[NR];

static void *fault(void *unused)
{
	tids[0] = (pid_t)syscall(SYS_gettid);
	while (!begun[0])
		sched_yield();
	(void)*(volatile char *)(map + SIZE - 4096);
	return unused;
}

static void *map_again(void *unused)
{
	tids[1] = (pid_t)syscall(SYS_gettid);
	while (!begun[1])
		sched_yield();
	return mmap(area, SIZE, PROT_READ, MAP_PRIVATE | MAP_FIXED, direct, 0) == MAP_FAILED ? NULL : unused;
}

static void rest(void)
{
	const struct timespec pause = { .tv_nsec = 5000000 };

	nanosleep(&pause, NULL);
}

/* Until then it runs, all the time. */
static void wait_until_it_waits(pid_t tid)
{
	static char path[64], text[512];
	const char *state = NULL;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
	while (!state || (state[2] != 'S' && state[2] != 'D')) {
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		ssize_t n = read(fd, text, sizeof(text) - 1);

		close(fd);
		text[n > 0 ? n : 0] = 0;
		state = strrchr(text, ')');
		rest();
	}
}

int main(int argc, char **argv)
{
	int fd = open(argc > 1 ? argv[1] : "", O_RDONLY), i;
	pthread_t threads[NR];
	char byte;

	direct = open(argc > 1 ? argv[1] : "", O_RDONLY | O_DSYNC);
	map = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);
	area = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (fd < 0 || direct < 0 || map == MAP_FAILED || area == MAP_FAILED)
		return 1;
	memset(area, 1, SIZE);
	if (pthread_create(&threads[0], NULL, fault, NULL) || pthread_create(&threads[1], NULL, map_again, NULL))
		return 1;
	for (i = 0; i < NR; i++)
		while (!tids[i])
			rest();
	(void)!write(STDOUT_FILENO, "mapped\n", 7);
	if (read(STDIN_FILENO, &byte, 1) != 1)
		return 1;
	for (i = 0; i < NR; i++) {
		begun[i] = 1;
		wait_until_it_waits(tids[i]);
	}
	(void)!write(STDOUT_FILENO, "locked\n", 7);
	for (;; rest())
		for (i = 0; i < 100; i++)
			(void)!read(-1, &byte, 1);
}
