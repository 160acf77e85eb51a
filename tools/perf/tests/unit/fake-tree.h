/* SPDX-License-Identifier: GPL-2.0-only */
/* A sysfs with PMUs, a tracefs with tracepoints and a procfs with settings, of our own making. */
#ifndef PERF_TESTS_UNIT_FAKE_TREE_H
#define PERF_TESTS_UNIT_FAKE_TREE_H

#include <stddef.h>

/* Makes the trees and points SYSFS_PATH, TRACEFS_PATH and PROCFS_PATH at them. Returns 0 or TEST_FAIL. */
int fake_tree__make(void);
/* The same with nothing in them but @files. */
struct fake_file;
int fake_tree__make_of(const struct fake_file *files, size_t nr);
/* Writes one more file below the tree ("sys/...", "tracing/...", "proc/..."). */
int fake_tree__write(const char *path, const char *text);
/* The same for several. Returns 0 or TEST_FAIL. */
struct fake_file {
	const char *path, *text;
};
int fake_tree__write_all(const struct fake_file *files, size_t nr);
/* Removes the trees and the variables. */
void fake_tree__remove(void);

#endif /* PERF_TESTS_UNIT_FAKE_TREE_H */
