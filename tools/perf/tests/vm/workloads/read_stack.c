// SPDX-License-Identifier: GPL-2.0-only
/*
 * read_stack [THREADS [READS [BYTES]]]: threads read from /dev/zero under 14 frames of this
 * program: read_thread -> level_12 -> ... -> level_1 -> read_leaf. With no threads, main takes the
 * place of read_thread.
 */
#include <fcntl.h>
#include <pthread.h>
#include "workload.h"

struct job {
	long fd, reads, bytes;
};

static char buffers[64][65536];

static NOINLINE long read_leaf(const struct job *job, char *buffer)
{
	long n = kernel_call(SYS_read, job->fd, (long)buffer, job->bytes, 0);

	KEEP_FRAME();
	return n;
}

#define LEVEL(n, callee)							\
static NOINLINE long level_##n(const struct job *job, char *buffer)		\
{										\
	long ret = callee(job, buffer);						\
										\
	KEEP_FRAME();								\
	return ret;								\
}

LEVELS_1_TO_12

static struct job job;

static NOINLINE void *read_thread(void *buffer)
{
	for (long i = 0; i < job.reads; i++)
		if (level_12(&job, buffer) < 0)
			_Exit(1);
	return NULL;
}

int main(int argc, char **argv)
{
	long nr = argument(argc, argv, 1, 2);
	pthread_t threads[64];

	job.reads = argument(argc, argv, 2, 100);
	job.bytes = argument(argc, argv, 3, 64);
	job.fd = open("/dev/zero", O_RDONLY);
	if (job.fd < 0 || nr < 0 || nr > 64 || job.bytes < 0 || job.bytes > (long)sizeof(buffers[0]))
		return 1;
	if (!nr) {
		for (long i = 0; i < job.reads; i++)
			if (level_12(&job, buffers[0]) < 0)
				return 1;
		return 0;
	}
	for (long i = 0; i < nr; i++)
		if (pthread_create(&threads[i], NULL, read_thread, buffers[i]))
			return 1;
	for (long i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
