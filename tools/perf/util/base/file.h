/* SPDX-License-Identifier: GPL-2.0-only */
/* Whole files in memory, and whole pieces of memory in files. */
#ifndef PERF_BASE_FILE_H
#define PERF_BASE_FILE_H

#include <stddef.h>

/*
 * Reads all of @path, a regular file (open-regular.h) of a size that stat need not know (/proc), into *@ret_data, which
 * the caller frees; a zero byte follows the last. Returns 0 or negative errno; -EFBIG beyond @max bytes.
 */
int file__read_all(const char *path, size_t max, char **ret_data, size_t *ret_size);

/*
 * The same of whatever the user himself has named on the command line or in the environment: /dev/null, a pipe of the
 * shell. Waits for it. Never for names that come from a recording or a file.
 */
int file__read_given(const char *path, size_t max, char **ret_data, size_t *ret_size);

/* The same of what @fd has still to give; @fd stays open. */
int file__read_fd(int fd, size_t max, char **ret_data, size_t *ret_size);

/* Writes all of @data to @fd, however often write(2) takes a part. Returns 0 or negative errno. */
int file__write_all(int fd, const void *data, size_t size);

#endif /* PERF_BASE_FILE_H */
