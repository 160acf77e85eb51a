/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files from debuginfod servers, by build id; only where the user asked for it. libdebuginfod keeps
 * what it got, and for a while what no server had, in a cache of its own (~/.cache/debuginfod_client).
 */
#ifndef PERF_SYMBOL_DEBUGINFOD_H
#define PERF_SYMBOL_DEBUGINFOD_H

#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

enum debuginfod_what { DEBUGINFOD_EXECUTABLE, DEBUGINFOD_DEBUGINFO };

struct debuginfod;

/*
 * @urls: servers with blanks between them, "": those of DEBUGINFOD_URLS. All requests together may take
 * DEBUGINFOD_MAXTIME seconds (default: 120); whatever is asked for later is not there.
 */
struct debuginfod *debuginfod__new(const char *urls);
void debuginfod__delete(struct debuginfod *d);
/*
 * Path of a local copy, which the caller frees; NULL: no server has it, or none can be asked, which is
 * said once. A build id is asked for once. @name is for messages; @progress may be NULL.
 */
char *debuginfod__find(struct debuginfod *d, enum debuginfod_what what, const uint8_t *id, size_t size,
		       const char *name, dsos_progress_fn progress, void *ctx);

#endif /* PERF_SYMBOL_DEBUGINFOD_H */
