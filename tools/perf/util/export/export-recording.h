/* SPDX-License-Identifier: GPL-2.0-only */
/* What a folder of exports says of each recording: a name by host, program and build id, and a line of JSON. */
#ifndef PERF_EXPORT_EXPORT_RECORDING_H
#define PERF_EXPORT_EXPORT_RECORDING_H

#include <stdint.h>

#include "util/base/hash.h"
#include "util/export/export.h"

struct export_recording {
	struct u64map files;		/* dso -> uint64_t * (owned): how many samples were taken in it */
	int64_t changed;		/* seconds since 1970: when the recording was written last */
	uint64_t bytes;			/* its size */
};

/* @path: the recording; a folder's is its file data. */
void export_recording__init(struct export_recording *x, const char *path);
void export_recording__exit(struct export_recording *x);
/* Counts the sample for the program that it was taken in. */
void export_recording__sample(struct export_recording *x, const struct session_sample *s);
/*
 * "HOST-BUILDID-KEY": the build id of the program that most samples were taken in, of the kernel if none was; "unknown" where the
 * recording does not say. Only letters, digits, '.', '_' and '-' are in it. The caller's.
 */
char *export_recording__name(const struct export_recording *x, struct session *s, uint64_t key);
/* "day=2026-11-22", of UTC: by the wall clock that the recording knows, else by when its file was written. The caller's. */
char *export_recording__day(const struct export_recording *x, const struct session *s);
/*
 * Writes recordings/DAY/NAME.json below the folder @out_fd. 0 or negative errno. Documentation/export-formats.txt tells what is
 * in it.
 */
int export_recording__write(const struct export_recording *x, const struct export *e, int out_fd, const char *path, const char *day,
			    const char *name);

#endif /* PERF_EXPORT_EXPORT_RECORDING_H */
