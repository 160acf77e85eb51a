/* SPDX-License-Identifier: GPL-2.0-only */
/* May others put something in the place of a folder, or into it? */
#ifndef PERF_BASE_TRUSTED_PATH_H
#define PERF_BASE_TRUSTED_PATH_H

#include <stdbool.h>

/*
 * Is @path, as far as it exists, and every folder on the way to it, as it is named and as links lead to it, the user's
 * own (by effective id) or root's, and may nobody else write there? In a folder such as /tmp (sticky) others may, but
 * not to what is ours. A group that is not root's counts as others.
 */
bool path__is_trusted(const char *path);

/*
 * May root use @path, of which this program says by itself that it is its own, as this program is used? Not if others may
 * write there, but not to this program: it was installed by root then, from a folder of theirs. True for other users.
 */
bool path__is_trusted_like_self(const char *path);

/* Is the user root of the whole machine? Root of a user namespace may do no more than who made it. */
bool user__is_root(void);

#endif /* PERF_BASE_TRUSTED_PATH_H */
