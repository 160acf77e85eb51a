/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Handles mapped files that become shorter while they are read. If it is the recording, the tool ends with a message
 * instead of a signal. If it is another file, from which symbols, lines or code are read, the missing part reads as zeros
 * from then on, and one line says so: only the information from that file is lost.
 */
#ifndef PERF_DATA_SHRUNK_FILE_H
#define PERF_DATA_SHRUNK_FILE_H

#include <stddef.h>

/* Begins to handle this for all mapped files. May be called any number of times. */
void shrunk_file__guard(void);
/*
 * Tells that the @size bytes at @map are a mapping of the recording @path, or of one of its files: an access behind the
 * file's end then prints one line with @path, which is copied, and exits with status 1. Calls shrunk_file__guard(), too.
 */
void shrunk_file__watch(const char *path, const void *map, size_t size);
/* Tells that the mapping at @map will be removed now. */
void shrunk_file__forget(const void *map);

#endif /* PERF_DATA_SHRUNK_FILE_H */
