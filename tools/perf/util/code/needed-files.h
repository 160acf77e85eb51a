/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the libraries that a program would load, in the way of its dynamic loader, but without running anything. */
#ifndef PERF_CODE_NEEDED_FILES_H
#define PERF_CODE_NEEDED_FILES_H

#include "util/base/diag.h"

/*
 * Calls @fn with the path of each library that @program needs, and at last with the path of the loader. @err is 0, or
 * -ENOENT if a library is not found; then @path is its name. Neither @program nor its loader is run. Returns 0, also for a
 * static program; or, with @diag set, negative errno: -E2BIG if there are more libraries than any real program has.
 */
int needed_files__for_each(const char *program, void (*fn)(void *ctx, const char *path, int err), void *ctx,
			   struct diag *diag);

#endif /* PERF_CODE_NEEDED_FILES_H */
