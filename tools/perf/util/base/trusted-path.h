/* SPDX-License-Identifier: GPL-2.0-only */
/* Checks whether other users can replace a folder or put files into it. */
#ifndef PERF_BASE_TRUSTED_PATH_H
#define PERF_BASE_TRUSTED_PATH_H

#include <stdbool.h>

/*
 * Do @path, as far as it exists, and all folders on the way to it (of the path as it is written, and of the path to which
 * links lead) belong to the user (by effective id) or to root, and may nobody else write there? A sticky folder such as
 * /tmp is accepted, as others cannot replace our files in it. Any group except root's counts as others.
 */
bool path__is_trusted(const char *path);

/*
 * May root trust @path, which was built into this program, as much as the program itself? Returns false if others may write
 * to @path but not to the program: then root has installed it from a folder of another user. Returns true if the user is not
 * root.
 */
bool path__is_trusted_like_self(const char *path);

/*
 * Is the user root of the whole machine? Root of a user namespace has no more rights than the user who made the
 * namespace.
 */
bool user__is_root(void);

#endif /* PERF_BASE_TRUSTED_PATH_H */
