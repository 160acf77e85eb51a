/* SPDX-License-Identifier: GPL-2.0-only */
/* Gives up all that a process does not need which reads files of others. Private to util/live. */
#ifndef PERF_LIVE_SANDBOX_H
#define PERF_LIVE_SANDBOX_H

#include <stddef.h>

/*
 * From now on this process has no descriptors but @fd, at most @memory bytes of data, no rights of root, and only the system calls that
 * memory, reading and writing open descriptors, and its own end take. All of it as far as this kernel offers it. It ends when the
 * process that has started it does.
 */
void sandbox__enter(int fd, size_t memory);

#endif /* PERF_LIVE_SANDBOX_H */
