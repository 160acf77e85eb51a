/* SPDX-License-Identifier: GPL-2.0-only */
/* After a recording: what it needs for symbols goes into the build-id cache. */
#ifndef PERF_RECORD_RECORD_CACHE_H
#define PERF_RECORD_RECORD_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"

/*
 * Puts the files that samples of the recording at @path fell into (@all: every file that was mapped)
 * and the running kernel's symbols into the cache, where it has not got them yet. Files that are gone, or of
 * another build by now, are left out. Returns how many were added, or negative errno with @diag:
 * no more than a warning, the recording is complete without.
 */
int record_cache__fill(const char *path, bool all, struct diag *diag);

#endif /* PERF_RECORD_RECORD_CACHE_H */
