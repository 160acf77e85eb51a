/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the command line of another perf's command names the recording that it reads. */
#ifndef PERF_OTHER_INPUT_H
#define PERF_OTHER_INPUT_H

#include <stdbool.h>
#include <stddef.h>

struct other_input {
	const char *path;	/* borrowed from argv; NULL: none is named, so it is perf.data, or a pipe on standard input */
	size_t at;		/* the index in argv of the token that has the path; without a path: where "-i PATH" can be put */
	size_t before;		/* how many bytes of that token are in front of the path: 8 of "--input=PATH" */
	bool force;		/* -f: the owner of the file does not matter */
};

/*
 * Does a perf that is started with @argv (argv[0] is the command's name, a NULL behind the last) read a recording? If so, sets
 * *@ret. What records (`sched record`), what counts or watches (`top`, `trace` without -i), and what is not known to read one is
 * said to read none.
 */
bool other_input__find(const char *const *argv, struct other_input *ret);
/* Returns a copy of @argv, which the caller frees with its token for @path, in which @path is read in the place of @input. */
const char **other_input__replace(const char *const *argv, const struct other_input *input, const char *path);

#endif /* PERF_OTHER_INPUT_H */
