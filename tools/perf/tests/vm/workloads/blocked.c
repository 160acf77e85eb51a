// SPDX-License-Identifier: GPL-2.0-only
/*
 * blocked [THREADS [ROUNDS [STAY]]]: thread i sleeps in the kernel under i frames of 'descend', so that
 * samples of many user stacks wait for their user halves at once: sleep_thread -> descend (i
 * times) -> sleep_leaf. Every fifth thread then blocks for good, and ends with the process, in
 * the kernel; with STAY, when the process is killed.
 */
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include "workload.h"

static long rounds;

static NOINLINE long sleep_leaf(long us)
{
	struct timespec t = { us / 1000000, us % 1000000 * 1000 };
	long ret = kernel_call(SYS_nanosleep, (long)&t, 0, 0, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE long descend(long frames, long us)
{
	long ret = frames > 1 ? descend(frames - 1, us) : sleep_leaf(us);

	KEEP_FRAME();
	return ret;
}

static NOINLINE void *sleep_thread(void *arg)
{
	long depth = (long)arg;

	for (long i = 0; i < rounds; i++)
		descend(depth, 3000 + depth * 100);
	if (depth % 5 == 0)
		descend(depth, 1000L * 1000 * 1000);
	return NULL;
}

int main(int argc, char **argv)
{
	long nr = argument(argc, argv, 1, 20);
	pthread_t threads[256];

	rounds = argument(argc, argv, 2, 10);
	if (nr < 1 || nr > 256)
		return 1;
	for (long i = 1; i <= nr; i++)
		if (pthread_create(&threads[i - 1], NULL, sleep_thread, (void *)i))
			return 1;
	for (long i = 1; i <= nr; i++)
		if (i % 5)
			pthread_join(threads[i - 1], NULL);
	/* All that remain are asleep, or will be in a moment. */
	usleep(100000);
	if (argument(argc, argv, 3, 0))
		pause();
	_exit(0);
}
