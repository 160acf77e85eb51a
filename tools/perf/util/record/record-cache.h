/* SPDX-License-Identifier: GPL-2.0-only */
/* After a recording: the files that are needed for its symbols are added to the build-id cache. */
#ifndef PERF_RECORD_RECORD_CACHE_H
#define PERF_RECORD_RECORD_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"
#include "util/data/sample-runs.h"
#include "util/record/memory-files.h"

/*
 * Adds the files in which samples of the recording at @path were taken (with @all: every file that was mapped)
 * and the running kernel's symbols to the cache, unless it has them already. Files that do not exist any more, or that are now
 * another build, are fetched from the servers @debuginfod ("": those of DEBUGINFOD_URLS), or left out (NULL). @runs: stretches
 * of it that have only samples, as far as the recorder knows; or NULL. @memory: files that were held open since they lie in memory alone.
 * Returns how many files were added, or negative errno with @diag set. Such an error is worth only a warning, because the recording is
 * complete without the cache.
 */
int record_cache__fill(const char *path, bool all, const char *debuginfod, const struct sample_runs *runs,
		       const struct memory_files *memory, struct diag *diag);

#endif /* PERF_RECORD_RECORD_CACHE_H */
