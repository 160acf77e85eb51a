/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens folders inside folders in which other users may write: one level after the other, so that no link of theirs is
 * followed.
 */
#ifndef PERF_BASE_FOLDER_WALK_H
#define PERF_BASE_FOLDER_WALK_H

/*
 * Opens the folder @path below the folder @dir_fd. Missing folders of the path are made with mode 0755. A symbolic link
 * in the path is followed only if it belongs to the user or to root. Returns a descriptor, which the caller closes, or
 * negative errno; -ELOOP if there is a link that belongs to somebody else.
 */
int folder__make_below(int dir_fd, const char *path);
/* Does the same, but makes no folders. */
int folder__open_below(int dir_fd, const char *path);
/*
 * Opens the file or folder @path, which has no "..", below the folder @dir_fd to look at it (O_PATH); open_seen() opens it for
 * reading. No link is followed, whoever made it. Returns a descriptor, which the caller closes, or negative errno; -ELOOP if
 * there is a link.
 */
int folder__look_below(int dir_fd, const char *path);

#endif /* PERF_BASE_FOLDER_WALK_H */
