// SPDX-License-Identifier: GPL-2.0-only
/* Threads that all run test_loop: the first one below this function, the others below thfunc. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/workloads/workload.h"
#include "util/base/alloc.h"

static unsigned int test_loop(void)
{
	volatile unsigned int count = 0;

	while (!workload_done)
		count++;
	return count;
}

static void *thfunc(void *arg)
{
	(void)test_loop();
	WORKLOAD_KEEP_FRAME();
	return arg;
}

static int thloop(int argc, const char **argv)
{
	unsigned int i, nr = test_workload__number(argc, argv, 1, 2) - 1;
	pthread_t *threads = xcalloc(nr + 1, sizeof(*threads));
	int err = 0;

	test_workload__start(argc, argv);
	for (i = 0; i < nr && !err; i++)
		err = pthread_create(&threads[i], NULL, thfunc, NULL);
	if (err) {
		fprintf(stderr, "thloop: cannot make a thread: %s\n", strerror(err));
		workload_done = 1;
		i--;
	}
	(void)test_loop();
	while (i--)
		(void)pthread_join(threads[i], NULL);
	free(threads);
	return err ? 1 : 0;
}

const struct test_workload workload__thloop = {
	"thloop", "[SECONDS [THREADS]]", "threads (2) that run test_loop", thloop,
};
