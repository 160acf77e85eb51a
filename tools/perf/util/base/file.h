/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads whole files into memory, and writes memory to files. */
#ifndef PERF_BASE_FILE_H
#define PERF_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads all of @path into *@ret_data, which the caller frees; a zero byte follows the last byte. The file must be regular
 * (open-regular.h); stat need not report its true size (/proc). Returns 0 or negative errno; -EFBIG if it has more than
 * @max bytes.
 */
int file__read_all(const char *path, size_t max, char **ret_data, size_t *ret_size);

/*
 * Does the same for a name that the user has given on the command line or in the environment, which may also be /dev/null
 * or a pipe of the shell; it may wait for a pipe. Not to be used for names that come from a recording or a file.
 */
int file__read_given(const char *path, size_t max, char **ret_data, size_t *ret_size);

/* Does the same for all bytes that can still be read from @fd, which stays open. */
int file__read_fd(int fd, size_t max, char **ret_data, size_t *ret_size);

/* Reads @size bytes at @offset (bytes) of @fd, whose position does not change. False: there are not so many, or they cannot be read. */
bool file__read_at(int fd, void *buf, size_t size, uint64_t offset);

/* Does the same, and returns the bytes, which the caller frees; a zero byte follows the last one. NULL: there are not so many. */
void *file__read_part(int fd, uint64_t offset, uint64_t size);

/* Writes all of @data to @fd, with several calls of write(2) if necessary. Returns 0 or negative errno. */
int file__write_all(int fd, const void *data, size_t size);

/* Closes @fd; a negative one is none. */
void file__close_if_open(int fd);

#endif /* PERF_BASE_FILE_H */
