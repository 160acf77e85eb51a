/* SPDX-License-Identifier: GPL-2.0-only */
/* Temporary files without a name, for what is too large for memory: they are gone when perf ends, however it ends. */
#ifndef PERF_BASE_TEMP_FILE_H
#define PERF_BASE_TEMP_FILE_H

/*
 * Returns the descriptor of a new empty file, for reading and writing, or negative errno. Sets *@ret_dir, for messages, to the
 * folder in which the file is: $TMPDIR, or /var/tmp, where there is more room than in memory. It is borrowed.
 */
int temp_file__open(const char **ret_dir);

#endif /* PERF_BASE_TEMP_FILE_H */
