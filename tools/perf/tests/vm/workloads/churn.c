// SPDX-License-Identifier: GPL-2.0-only
/*
 * churn SECONDS: for so long, three threads start four threads each and wait for them, again and again; one of the three forks a child
 * each time, too. All of these do the same little work. Prints how many threads there were.
 * churn SECONDS BUSY: BUSY processes, each in a session of its own, keep CPUs busy for so long. Prints their numbers.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAKERS	3
#define AT_ONCE	4

static atomic_bool over;
static atomic_long nr_threads;

static void *work(void *arg)
{
	volatile long n;

	for (n = 0; n < 300000; n++)
		;
	return arg;
}

static void start_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		work(NULL);
		_exit(0);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

static void *make(void *forks)
{
	pthread_t threads[AT_ONCE];
	int i, nr;

	while (!atomic_load(&over)) {
		for (nr = 0; nr < AT_ONCE && !pthread_create(&threads[nr], NULL, work, NULL); nr++)
			;
		for (i = 0; i < nr; i++)
			pthread_join(threads[i], NULL);
		atomic_fetch_add(&nr_threads, nr);
		if (forks)
			start_child();
	}
	return NULL;
}

static void keep_busy(unsigned int seconds, int nr)
{
	pid_t pid;

	while (nr-- > 0) {
		pid = fork();
		if (pid) {
			printf("%d\n", (int)pid);
			fflush(stdout);
			continue;
		}
		/* Who reads the numbers reads to the end. */
		fclose(stdout);
		setsid();
		alarm(seconds);
		for (;;)
			work(NULL);
	}
}

int main(int argc, char **argv)
{
	unsigned int seconds = argc > 1 ? (unsigned int)atoi(argv[1]) : 2;
	pthread_t makers[MAKERS];
	int i;

	if (argc > 2) {
		keep_busy(seconds, atoi(argv[2]));
		return 0;
	}
	for (i = 0; i < MAKERS; i++)
		if (pthread_create(&makers[i], NULL, make, i ? NULL : &over))
			return 1;
	sleep(seconds);
	atomic_store(&over, true);
	for (i = 0; i < MAKERS; i++)
		pthread_join(makers[i], NULL);
	printf("%ld\n", atomic_load(&nr_threads));
	return 0;
}
