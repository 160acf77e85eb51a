/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that may crash, tried out in child processes: a library is given what comes from outside, and it is
 * not known to stand everything.
 */
#ifndef PERF_BASE_TRIAL_H
#define PERF_BASE_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

/* Tries thing number @i. Runs in a child: what it changes is lost. */
typedef void (*trial_fn)(void *ctx, size_t i);

/*
 * Calls @fn once for each of @nr things, in as few child processes as their crashes allow, one after the other.
 * @ret_passed[i] says whether the call for thing i came back, within @seconds (more than 0). Those that no child
 * could be made for have not passed. Returns the number of children.
 */
size_t trial__run(size_t nr, unsigned int seconds, trial_fn fn, void *ctx, bool *ret_passed);

#endif /* PERF_BASE_TRIAL_H */
