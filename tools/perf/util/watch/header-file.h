/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file with headers for requests, "Name: value" in each line. One of them may be a token that somebody renews, so it is read again before
 * each request.
 */
#ifndef PERF_WATCH_HEADER_FILE_H
#define PERF_WATCH_HEADER_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"

struct header_file {
	const char *path;		/* borrowed; NULL: there is none, and no headers */
	const char *const *lines;	/* as they were read last, ended by NULL; owned. NULL: none */
	bool once;			/* a pipe of the shell, which has nothing a second time */
	bool told;			/* that it could not be read anew */
};

/* Reads it at the start. Returns 0, or negative errno with @diag set, whose text has nothing of the file in it. */
int header_file__read(struct header_file *f, struct diag *diag);
/*
 * Reads it anew. While it has no headers, or others than headers, as when it is just being written, those from before
 * stay, which is told once.
 */
void header_file__renew(struct header_file *f);
void header_file__exit(struct header_file *f);

#endif /* PERF_WATCH_HEADER_FILE_H */
