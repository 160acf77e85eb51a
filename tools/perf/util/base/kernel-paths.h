/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the kernel shows its PMUs, tracepoints and settings, and reading of such small files. The
 * environment can put other trees in their place: SYSFS_PATH, TRACEFS_PATH, PROCFS_PATH.
 */
#ifndef PERF_BASE_KERNEL_PATHS_H
#define PERF_BASE_KERNEL_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* "/sys", "/proc"; valid until the environment changes. */
const char *sysfs__path(void);
const char *procfs__path(void);
/*
 * The folder with "events/" in it, or NULL: the kernel has no tracepoints, or they may not be read.
 * Where nothing is mounted at the usual place and the caller may do so, tracefs is mounted there.
 */
const char *tracefs__path(void);

/*
 * Reads a small text file whole and cuts blanks and newlines at its end; the caller frees. NULL with
 * errno set if it cannot be read or is longer than @max bytes (0: 64 KiB).
 */
char *read_text_file(const char *path, size_t max);
/* The same, with the path made from @fmt. */
char *read_text_filef(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Returns 0, or -errno; -EBADMSG if the file holds no number. */
int read_number_file(const char *path, long long *ret);

/*
 * The names in @dir for which @match (may be NULL: all) says yes, sorted, without those that begin
 * with a dot; NULL-terminated, to be freed with free_names(). NULL with errno set if @dir cannot be read.
 */
char **list_names(const char *dir, bool (*match)(const char *name, void *ctx), void *ctx);
void free_names(char **names);

#endif /* PERF_BASE_KERNEL_PATHS_H */
