/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens files whose names come from elsewhere: from a recording, from debug information, from a folder in which other
 * users may write. Opening a FIFO waits for a writer, opening /dev/watchdog starts the watchdog, and a terminal may
 * become the controlling one. So these functions first check which file a name leads to, and then open that same file,
 * not its name again.
 */
#ifndef PERF_BASE_OPEN_REGULAR_H
#define PERF_BASE_OPEN_REGULAR_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/*
 * Files that are in no folder. open_regular() asks @open for all names that begin with @prefix, and gives it the rest
 * of the name. @open returns a descriptor for reading that belongs to the caller of open_regular(), or negative
 * errno.
 */
struct open_place {
	char prefix[32];
	int (*open)(struct open_place *place, const char *rest);
	struct open_place *next;	/* private */
};

/* @place: borrowed until it is removed. */
void open_regular__add_place(struct open_place *place);
void open_regular__remove_place(struct open_place *place);
/* Does @path begin with the prefix of one of them? */
bool open_regular__has_place(const char *path);

/*
 * Opens @path for reading if it is a regular file. @flags: 0, or O_NOFOLLOW: a symbolic link at the end of the name
 * is an error (-ELOOP). *@ret_st: the result of fstat(2); may be NULL. Returns a descriptor (close-on-exec), or
 * negative errno: -EISDIR for a folder, -ENXIO for a FIFO, a device or a socket, which are not opened; -ENODATA for a
 * file of 256 MB or more of which nearly all is one hole.
 */
int open_regular(const char *path, int flags, struct stat *ret_st);

/*
 * The two steps of open_regular(), for callers that also accept other types of files. open_look() returns a descriptor
 * (O_PATH) with which nothing can be read and for which no driver was called, or negative errno. open_seen() opens the
 * file of @fd, whose name is @path, with @flags, and closes @fd in any case. Its result is close-on-exec and never a
 * controlling terminal.
 */
int open_look(const char *path, int flags, struct stat *ret_st);
int open_seen(int fd, const char *path, int flags);

/* Does @err (-EISDIR, -ENXIO) say that a path was not opened because it is no regular file? */
bool open_regular__is_other_type(int err);

/*
 * Does the file belong to the user (by effective id) or to root? Files of others are only trusted if the user asks for
 * it.
 */
bool stat__is_ours(const struct stat *st);

#endif /* PERF_BASE_OPEN_REGULAR_H */
