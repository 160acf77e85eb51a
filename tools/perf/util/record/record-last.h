/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf record --last: records all the time, keeps only the last seconds, and writes them as a recording when somebody asks for
 * it. What comes out of the rings goes into segments, each a file without a name in the folder of the output, with
 * another such file of what ran when the segment was begun. The oldest segment is dropped as a whole. A recording is the
 * state at the beginning of the oldest segment and then the records of all of them. Beside a stream (-o -) the segments are copies of
 * it, in memory.
 */
#ifndef PERF_RECORD_RECORD_LAST_H
#define PERF_RECORD_RECORD_LAST_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"

struct perf_writer;
struct record_last;
struct recorder;

/* What is written when the recording ends. */
enum last_end {
	LAST_END_FAILED,	/* a file named after the time, but none if it ended with the command, whose status was 0 */
	LAST_END_DATED,		/* such a file, whatever the status */
	LAST_END_OUTPUT,	/* the output itself, as without --last */
};

/* How much is kept. */
struct last_opts {
	uint64_t ms;		/* at least; 0: everything is recorded, and none of this is done */
	uint64_t size;		/* bytes, at most, whatever that is in time; 0: not said */
	enum last_end end;
};

/* Reads "30s" (ms, m, h, d) or "30s,256M". Returns 0, or -EINVAL with @diag set. */
int last_opts__parse(const char *text, struct last_opts *ret, struct diag *diag);

/*
 * Opens the first segment: @r->last, and @r->writer, if that is not a stream that has begun. This function, next() and
 * save() return 0, or negative errno with @r's diag set.
 */
int record_last__begin(struct recorder *r);
/* Returns what gets the state of what runs, while that is listed for the newest segment; borrowed. */
struct perf_writer *record_last__world(const struct recorder *r);
/* Milliseconds until the next segment is to be begun; 0: now, -1: @r has none. */
int record_last__until(const struct recorder *r);
/* The rings are empty: begins the next segment, and drops those that are too old. */
int record_last__next(struct recorder *r);
/*
 * Writes all that is kept as the recording @path; NULL: one that is named after the time. The recording goes on as before, also where
 * that has failed: a message tells of it, and 0 is returned. Negative errno, with diag set: the rings could not be emptied.
 */
int record_last__save(struct recorder *r, const char *path);
/* Is nothing recorded but what it keeps? No: there is a stream as well, or no --last. */
bool record_last__is_all(const struct recorder *r);
/*
 * The recording has ended: saves what is kept, as last_opts.end says. Returns 0, or negative errno with diag set; beside a stream, which
 * is whole all the same, a message tells of a file that could not be written.
 */
int record_last__end(struct recorder *r);
/* Drops everything. @last may be NULL. */
void record_last__delete(struct record_last *last);

#endif /* PERF_RECORD_RECORD_LAST_H */
