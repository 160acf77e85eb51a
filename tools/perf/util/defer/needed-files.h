/* SPDX-License-Identifier: GPL-2.0-only */
/* The libraries that a program would load, as its own dynamic loader finds them. */
#ifndef PERF_DEFER_NEEDED_FILES_H
#define PERF_DEFER_NEEDED_FILES_H

#include "util/base/diag.h"

/*
 * Asks the loader that @program names (PT_INTERP) with --list, which runs nothing of the program. Calls
 * @fn with each path. 0, also for static programs; negative errno with @diag if the loader cannot be asked.
 */
int needed_files__for_each(const char *program, void (*fn)(void *ctx, const char *path), void *ctx,
			   struct diag *diag);

#endif /* PERF_DEFER_NEEDED_FILES_H */
