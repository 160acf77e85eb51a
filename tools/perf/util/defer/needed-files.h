/* SPDX-License-Identifier: GPL-2.0-only */
/* The libraries that a program would load, found as its dynamic loader finds them, but by reading alone. */
#ifndef PERF_DEFER_NEEDED_FILES_H
#define PERF_DEFER_NEEDED_FILES_H

#include "util/base/diag.h"

/*
 * Calls @fn with each path, and at last with that of the loader. @err is 0, or -ENOENT for a library that is not found
 * anywhere: then @path is the name that is asked for. No file is run, neither @program nor the loader that it names.
 * 0, also for static programs; -E2BIG with @diag if there are more than anybody has.
 */
int needed_files__for_each(const char *program, void (*fn)(void *ctx, const char *path, int err), void *ctx,
			   struct diag *diag);

#endif /* PERF_DEFER_NEEDED_FILES_H */
