/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mapped files that get shorter while they are read. Without the recording the tool ends, with a message and not with
 * a signal. Of any other file, which are those that symbols, lines and code are read from, what is gone reads as zeros
 * from then on, and is said in one line: only what that file tells is lost.
 */
#ifndef PERF_DATA_SHRUNK_FILE_H
#define PERF_DATA_SHRUNK_FILE_H

#include <stddef.h>

/* From now on all mapped files are guarded. May be called any number of times. */
void shrunk_file__guard(void);
/*
 * The mapping of @size bytes at @map is (a file of) the recording @path, which is copied: an access behind the file's
 * end prints one line with its name, and exits with status 1. Guards all others, too.
 */
void shrunk_file__watch(const char *path, const void *map, size_t size);
/* The mapping at @map is about to go. */
void shrunk_file__forget(const void *map);

#endif /* PERF_DATA_SHRUNK_FILE_H */
