/* SPDX-License-Identifier: GPL-2.0-only */
/* A mapped file that gets shorter while it is read: the tool ends with a message, not with a signal. */
#ifndef PERF_DATA_SHRUNK_H
#define PERF_DATA_SHRUNK_H

/*
 * From now on an access behind the end of a mapped file prints one line, with @path (copied) in it, and
 * exits with status 1.
 */
void shrunk_file__watch(const char *path);

#endif /* PERF_DATA_SHRUNK_H */
