/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The folders in which the kernel shows its PMUs, tracepoints and settings, and functions that read such small files.
 * Variables of the environment can set other folders: SYSFS_PATH, TRACEFS_PATH, PROCFS_PATH.
 */
#ifndef PERF_BASE_KERNEL_PATHS_H
#define PERF_BASE_KERNEL_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* Return "/sys" and "/proc", or what the environment says; the text is valid until the environment changes. */
const char *sysfs__path(void);
const char *procfs__path(void);
/*
 * Returns the folder with "events/" in it, or NULL if the kernel has no tracepoints or they cannot be read.
 * Mounts tracefs if nothing is mounted at the usual place and this process may do so.
 */
const char *tracefs__path(void);
/* After that returned NULL: returns why, and what to do, without a capital and a full stop. The caller frees it. */
char *tracefs__problem(void);
/*
 * Returns where the control groups are mounted that events and samples are of: the hierarchy of the controller perf_event, else
 * the unified one. The caller frees it. NULL: neither is mounted.
 */
char *cgroupfs__mount(void);

/*
 * Reads all of a small text file, and removes blanks and newlines at its end. Returns the text, which the caller frees,
 * or NULL with errno set if the file cannot be read or is longer than @max bytes (0: 64 KiB).
 */
char *read_text_file(const char *path, size_t max);
/* Does the same for a path that is made from @fmt. */
char *read_text_filef(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Reads a number from the file @path. Returns 0 or negative errno; -EBADMSG if the file does not contain a number. */
int read_number_file(const char *path, long long *ret);

/*
 * Returns the names in the folder @dir for which @match returns true (@match NULL: all), without those that begin with a
 * dot. The array is sorted and ends with NULL; free_names() frees it. Returns NULL with errno set if @dir cannot be read.
 */
char **list_names(const char *dir, bool (*match)(const char *name, void *ctx), void *ctx);
void free_names(char **names);

#endif /* PERF_BASE_KERNEL_PATHS_H */
