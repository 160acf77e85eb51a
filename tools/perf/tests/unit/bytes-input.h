/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording in memory, given to a session as a file or as a pipe. */
#ifndef PERF_TESTS_BYTES_INPUT_H
#define PERF_TESTS_BYTES_INPUT_H

#include <pthread.h>
#include <stdbool.h>

#include "util/generate/generate.h"

struct bytes_input {
	const struct bytes *file;	/* borrowed */
	bool piped;
	char path[64];			/* for session_opts.input */
	int fd, write_fd;
	pthread_t filler;
};

/* Returns 0, or -1 with a message on standard error. A pipe takes the place of standard input until bytes_input__end(). */
int bytes_input__begin(struct bytes_input *in, const struct bytes *file, bool piped);
void bytes_input__end(struct bytes_input *in);

#endif /* PERF_TESTS_BYTES_INPUT_H */
