// SPDX-License-Identifier: GPL-2.0-only
/* Two threads write one word and nothing orders them: what ThreadSanitizer must report, or it would not report anything else either. */
#include <pthread.h>
#include <stdio.h>

#include "tests/workloads/workload.h"

static unsigned int word;

static void *write_word(void *arg)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		word += *(const unsigned int *)arg;
	return NULL;
}

static int race(int argc, const char **argv)
{
	unsigned int step = test_workload__number(argc, argv, 0, 1);
	pthread_t other;

	if (pthread_create(&other, NULL, write_word, &step))
		return 1;
	write_word(&step);
	pthread_join(other, NULL);
	printf("%u\n", word);
	return 0;
}

const struct test_workload workload__race = {
	"race", "[STEP]", "two threads that race: a sanitizer must say so", race,
};
