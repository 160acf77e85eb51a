/* SPDX-License-Identifier: GPL-2.0-only */
/* Files are removed by those who have no time for it. */
#ifndef PERF_BASE_LET_GO_H
#define PERF_BASE_LET_GO_H

/*
 * Removes the name @name, in the folder @dir_fd (or AT_FDCWD), as unlinkat(2) does. If that was the last name of a large file, the file
 * system frees its blocks and pages, tens of milliseconds for a hundred megabytes, in a thread of its own and not in the caller's time.
 * Returns 0, or negative errno, and nothing was removed.
 */
int file__let_go(int dir_fd, const char *name);

#endif /* PERF_BASE_LET_GO_H */
