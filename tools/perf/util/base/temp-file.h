/* SPDX-License-Identifier: GPL-2.0-only */
/* Temporary files without a name, for what is too large for memory: they are gone when perf ends, however it ends. */
#ifndef PERF_BASE_TEMP_FILE_H
#define PERF_BASE_TEMP_FILE_H

/*
 * Returns the descriptor of a new empty file, to be read and written, or negative errno. *@ret_dir, for messages: the folder
 * that it is in, $TMPDIR or /var/tmp (where there is more room than in memory); borrowed.
 */
int temp_file__open(const char **ret_dir);

#endif /* PERF_BASE_TEMP_FILE_H */
