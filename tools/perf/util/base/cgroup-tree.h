/* SPDX-License-Identifier: GPL-2.0-only */
/* The control groups that there are. */
#ifndef PERF_BASE_CGROUP_TREE_H
#define PERF_BASE_CGROUP_TREE_H

#include <stdint.h>

/*
 * Calls @visit for each control group of the hierarchy that events and samples are of (cgroupfs__mount()), a group before those in it:
 * @fd is its folder, borrowed, @path its path below the mount, "/" for the root. A group that goes meanwhile is left out. Returns 0, what
 * @visit has returned if that is not 0, which ends the walk, or -ENOENT: no hierarchy is mounted.
 */
int cgroup_tree__walk(int (*visit)(void *ctx, int fd, const char *path), void *ctx);
/* Sets *@ret to the id that the kernel writes into samples of the group whose folder is @fd. Returns 0 or negative errno. */
int cgroup_tree__id(int fd, uint64_t *ret);

#endif /* PERF_BASE_CGROUP_TREE_H */
