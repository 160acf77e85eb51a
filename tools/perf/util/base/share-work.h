/* SPDX-License-Identifier: GPL-2.0-only */
/* Work in pieces that threads share. */
#ifndef PERF_BASE_SHARE_WORK_H
#define PERF_BASE_SHARE_WORK_H

#include <stddef.h>

/*
 * Calls @piece with the numbers from 0 to @nr - 1, each once: in this thread and in up to @jobs - 1 that it starts, at the same time and
 * in any order. Returns when all is done, however few threads could be started.
 */
void share_work(unsigned int jobs, size_t nr, void (*piece)(void *ctx, size_t number), void *ctx);

#endif /* PERF_BASE_SHARE_WORK_H */
