// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads with a name and a function each: thread1 runs named_threads_thread1, and so on. What a sample or a
 * decoded trace says of thread and function must agree.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include "tests/workloads/workload.h"
#include "util/base/alloc.h"

#define ROUND	1000000		/* multiplications; short enough to be told quickly to end */

static unsigned int nr_rounds;		/* 0: for ever */

#define THREAD(n)							\
	static unsigned int named_threads_thread##n(void)		\
	{								\
		volatile unsigned int product = n;			\
		unsigned int round, i;					\
									\
		for (round = 0; (!nr_rounds || round < nr_rounds) && !workload_done; round++)	\
			for (i = 0; i < ROUND; i++)			\
				product *= n;				\
		return product;						\
	}

THREAD(1) THREAD(2) THREAD(3) THREAD(4) THREAD(5) THREAD(6) THREAD(7) THREAD(8)

static unsigned int (*const functions[])(void) = {
	named_threads_thread1, named_threads_thread2, named_threads_thread3, named_threads_thread4,
	named_threads_thread5, named_threads_thread6, named_threads_thread7, named_threads_thread8,
};

static void *run(void *arg)
{
	size_t i = (size_t)((unsigned int (*const *)(void))arg - functions);
	char name[16];

	snprintf(name, sizeof(name), "thread%zu", i + 1);
	(void)prctl(PR_SET_NAME, name);
	(void)functions[i]();
	WORKLOAD_KEEP_FRAME();
	return NULL;
}

static int named_threads(int argc, const char **argv)
{
	unsigned int nr = test_workload__number(argc, argv, 0, 1), i;
	pthread_t threads[ARRAY_SIZE(functions)];
	int err = 0;

	if (nr > ARRAY_SIZE(functions)) {
		fprintf(stderr, "named_threads: at most %zu threads\n", ARRAY_SIZE(functions));
		return 1;
	}
	nr_rounds = argc > 1 && !strcmp(argv[1], "0") ? 0 : test_workload__number(argc, argv, 1, 1);
	test_workload__end_on_signal();
	for (i = 0; i < nr && !err; i++)
		err = pthread_create(&threads[i], NULL, run, (void *)(uintptr_t)&functions[i]);
	if (err) {
		fprintf(stderr, "named_threads: cannot make a thread: %s\n", strerror(err));
		workload_done = 1;
		i--;
	}
	while (i--)
		(void)pthread_join(threads[i], NULL);
	return err ? 1 : 0;
}

const struct test_workload workload__named_threads = {
	"named_threads", "[THREADS [ROUNDS]]", "threads with a name and a function each; ROUNDS of 0: for ever",
	named_threads,
};
