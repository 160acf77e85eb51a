/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of files that are not finished, where the file system cannot make one without a name: they go when perf ends
 * by exit() or by a signal that nobody handles, too. Only kill -9 leaves them. Not for several threads.
 */
#ifndef PERF_BASE_TEMP_NAMES_H
#define PERF_BASE_TEMP_NAMES_H

/* @name in the folder @dir_fd; both are borrowed until temp_names__forget(). More than a few are not remembered. */
void temp_names__remember(int dir_fd, const char *name);
/* May be called with names that were not remembered. */
void temp_names__forget(const char *name);
/* Removes those that are remembered. Makes only calls that a signal handler may make. */
void temp_names__remove(void);

#endif /* PERF_BASE_TEMP_NAMES_H */
