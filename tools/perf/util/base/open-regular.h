/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opening files whose names come from others: from a recording, from debug information, from a folder that others may
 * write to. To open a FIFO waits for a writer, to open /dev/watchdog arms it, and a terminal may become the
 * controlling one. So it is looked first what a name leads to, and then that very file is opened, not its name again.
 */
#ifndef PERF_BASE_OPEN_REGULAR_H
#define PERF_BASE_OPEN_REGULAR_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/*
 * Opens @path to be read, if it is a regular file. @flags: 0, or O_NOFOLLOW: a symbolic link at the end of the name is
 * an error (-ELOOP). *@ret_st: what fstat(2) says of it; may be NULL. Returns a descriptor (close-on-exec), or negative
 * errno: -EISDIR for a folder, -ENXIO for a FIFO, a device, a socket, which were not opened; -ENODATA for a file of 256 MB
 * or more that is nearly all one hole.
 */
int open_regular(const char *path, int flags, struct stat *ret_st);

/* The same as a stream; NULL with errno set. */
FILE *open_regular__stream(const char *path);

/*
 * The two halves of it, for those who take other types, too. open_look() returns a descriptor (O_PATH) with which
 * nothing can be read and no driver was called, or negative errno; open_seen() opens what @fd leads to with @flags,
 * @path being its name, and closes @fd in any case. The result is close-on-exec and never a controlling terminal.
 */
int open_look(const char *path, int flags, struct stat *ret_st);
int open_seen(int fd, const char *path, int flags);

/* Was @path not opened because of what it is (-EISDIR, -ENXIO)? */
bool open_regular__is_other_type(int err);

/* Does it belong to the user (by effective id) or to root? Nobody else's files are believed without being asked for. */
bool stat__is_ours(const struct stat *st);

#endif /* PERF_BASE_OPEN_REGULAR_H */
