/* SPDX-License-Identifier: GPL-2.0-only */
/* What a folder of exports says about each recording: a name made of host, program and build id, and a line of JSON. */
#ifndef PERF_EXPORT_EXPORT_RECORDING_H
#define PERF_EXPORT_EXPORT_RECORDING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "util/base/hash.h"
#include "util/export/export.h"

/* How a line ends if a part of the recording could not be read. */
#define EXPORT_RECORDING_PARTIAL	",\"partial\":true}\n"

U64_MAP(export_files, uint64_t *)

struct export_recording {
	struct export_files files;	/* dso -> uint64_t * (owned): how many samples were taken in it */
	int64_t changed;		/* seconds since 1970: when the recording was last written */
	uint64_t bytes;			/* size of the recording */
	/* Of a part of one: when it began, seconds since 1970; and what was counted before it (borrowed). 0 and NULL: it is all of it. */
	int64_t began;
	const struct session_stats *before;
};

/* Initialises @x. @st: of the recording; for one that is a folder, of its file "data". */
void export_recording__init(struct export_recording *x, const struct stat *st);
void export_recording__exit(struct export_recording *x);
/* Counts the sample for the file (program, library or kernel) in which it was taken. */
void export_recording__sample(struct export_recording *x, const struct session_sample *s);
/*
 * Returns "HOST-BUILDID-KEY", with the build id of the program in which most samples were taken, or of the kernel if none
 * was taken in a program. A part that the recording does not say is "unknown". The name consists only of letters, digits,
 * '.', '_' and '-'. The caller frees it.
 */
char *export_recording__name(const struct export_recording *x, struct session *s, uint64_t key);
/*
 * Returns "day=2026-11-22", the day in UTC: by the wall clock if the recording has it, else by the time when its file was
 * last written; "day=unknown" if that is no date. The caller frees it.
 */
char *export_recording__day(const struct export_recording *x, const struct session *s);
/* How a recording is told of. */
struct export_recording_line {
	const char *path;		/* of the recording, for the text */
	const char *day, *name;		/* where the text goes */
	bool partial;			/* not all of it could be read */
};

/*
 * Writes recordings/DAY/NAME.json below the folder @out_fd; Documentation/export-formats.txt says what it contains. Returns 0, or negative
 * errno.
 */
int export_recording__write(const struct export_recording *x, const struct export *e, int out_fd, const struct export_recording_line *line);

#endif /* PERF_EXPORT_EXPORT_RECORDING_H */
