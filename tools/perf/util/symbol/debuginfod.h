/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files from debuginfod servers, by build id, if the user has asked for that. libdebuginfod keeps
 * the files that it got in a cache of its own (~/.cache/debuginfod_client), and remembers there for a while what no server had.
 */
#ifndef PERF_SYMBOL_DEBUGINFOD_H
#define PERF_SYMBOL_DEBUGINFOD_H

#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

enum debuginfod_what { DEBUGINFOD_EXECUTABLE, DEBUGINFOD_DEBUGINFO };

struct debuginfod;

/*
 * @urls: servers, separated by blanks; "": those in DEBUGINFOD_URLS. All requests together may take
 * DEBUGINFOD_MAXTIME seconds (default: 120); after that no file is found any more.
 */
struct debuginfod *debuginfod__new(const char *urls);
void debuginfod__delete(struct debuginfod *d);
/* What is asked for. */
struct debuginfod_file {
	enum debuginfod_what what;
	const uint8_t *id;		/* build id, @size bytes */
	size_t size;
	const char *name;		/* for messages */
};

/*
 * Returns the path of a local copy, which the caller frees; NULL if no server has the file, or no server can be asked, which is
 * said once. Servers are asked only once for a build id. @progress may be NULL.
 */
char *debuginfod__find(struct debuginfod *d, const struct debuginfod_file *f, dsos_progress_fn progress, void *ctx);

#endif /* PERF_SYMBOL_DEBUGINFOD_H */
