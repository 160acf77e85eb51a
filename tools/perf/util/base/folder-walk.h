/* SPDX-License-Identifier: GPL-2.0-only */
/* Folders in folders that others may have made: entered one after the other, so that no link on the way is followed. */
#ifndef PERF_BASE_FOLDER_WALK_H
#define PERF_BASE_FOLDER_WALK_H

/*
 * Opens the folder @path (to be closed) below the folder @dir_fd; makes it, and those that it lies in, mode 0755, where
 * they are not there. A link on the way counts if it belongs to the user or to root. Negative errno: -ELOOP it does not.
 */
int folder__make_below(int dir_fd, const char *path);
/* The same without making any. */
int folder__open_below(int dir_fd, const char *path);

#endif /* PERF_BASE_FOLDER_WALK_H */
