/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tries in child processes whether calls crash. It is for libraries that get data from outside and may not
 * be able to handle all of them.
 */
#ifndef PERF_BASE_TRIAL_H
#define PERF_BASE_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

/* Tries call number @i. It runs in a child process: its changes to memory are lost. */
typedef void (*trial_fn)(void *ctx, size_t i);

/*
 * Calls @fn once for each number from 0 to @nr - 1, in one child process, or, after each crash, in a further one.
 * @ret_passed[i] says whether call i returned within @seconds (more than 0); it is false if no child could be started.
 * Returns the number of child processes.
 */
size_t trial__run(size_t nr, unsigned int seconds, trial_fn fn, void *ctx, bool *ret_passed);

#endif /* PERF_BASE_TRIAL_H */
