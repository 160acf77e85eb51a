/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to builtin-export-batch.c and builtin-export-files.c: the recordings of a folder that are exported. */
#ifndef PERF_BUILTIN_EXPORT_BATCH_H
#define PERF_BUILTIN_EXPORT_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "builtin-export.h"
#include "util/base/hash.h"

struct batch_file {
	char *path;
	const char *below;		/* the part of it below the folder that was asked for */
	struct stat st;			/* of its file */
	uint64_t key;
	pid_t pid;			/* of the child that reads it; 0: none */
	bool done;			/* what is made of it is there already */
	bool partial;			/* that is not all of it */
};

struct batch {
	const struct export_run *run;
	const char *suffix;		/* of the files, with its dot */
	int dir_fd, out_fd;
	struct batch_file *list;
	size_t nr, cap;
	size_t others;			/* files that are no recordings */
	struct u64num by_key;		/* numbers in the list, plus 1 */
	size_t written, there, partial, failed;
};

/*
 * Adds the recordings in the folder @look (O_PATH, which is closed), which is called @path. Nothing is read by a link.
 * When it returns, they are in the order of their paths.
 */
void export_batch__find(struct batch *b, int look, const char *path);
/* Marks those of the list that are in the output folder already. */
void export_batch__see_done(struct batch *b);

#endif /* PERF_BUILTIN_EXPORT_BATCH_H */
