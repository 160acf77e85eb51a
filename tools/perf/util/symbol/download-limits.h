/* SPDX-License-Identifier: GPL-2.0-only */
/* How much may be fetched from servers: of one file, and of all files of a run. */
#ifndef PERF_SYMBOL_DOWNLOAD_LIMITS_H
#define PERF_SYMBOL_DOWNLOAD_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Environment variables with the megabytes of one file and of a run; 0: any number. */
#define DOWNLOAD_FILE_LIMIT_VARIABLE	"PERF_DEBUGINFOD_FILE_LIMIT"
#define DOWNLOAD_LIMIT_VARIABLE		"PERF_DEBUGINFOD_LIMIT"

enum download_excess { DOWNLOAD_FITS, DOWNLOAD_FILE_TOO_LARGE, DOWNLOAD_RUN_TOO_LARGE };

struct download_limits {
	uint64_t file, run;		/* bytes; UINT64_MAX: any number */
	uint64_t before;		/* bytes that earlier files of this run have taken */
	uint64_t here;			/* and the file at hand, so far */
	char part[48];			/* "/HEX/", in the path of the file at hand */
	char *folder;			/* where that is written: ".../HEX"; owned; NULL: not found yet */
	int fd;				/* into which somebody else writes it (borrowed); -1: not found yet */
	enum download_excess excess;
};

/*
 * Sets the limits from the environment: that of a file is the smaller one of ours and of the library's own, DEBUGINFOD_MAXSIZE,
 * which is set to it.
 */
void download_limits__init(struct download_limits *l);
/* Begins a file with the build id @id of @size bytes (20 at most). */
void download_limits__begin(struct download_limits *l, const uint8_t *id, size_t size);
/*
 * Tells that @done bytes of it have come, of @total (0: not known). Returns false, with @excess set, if that is more than it may
 * have. What becomes larger as it is unpacked counts with the size that it has on disk.
 */
bool download_limits__allow(struct download_limits *l, uint64_t done, uint64_t total);
/* Removes what the library has left in its cache to remember that nobody has this file. */
void download_limits__forget(const struct download_limits *l);
/* Ends it: what has come counts against the run. */
void download_limits__end(struct download_limits *l);

#endif /* PERF_SYMBOL_DOWNLOAD_LIMITS_H */
