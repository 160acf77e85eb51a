/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a command that reads a recording reports on stderr what it could not read: the first damaged records one by one with
 * their positions, the others as a count, and what was lost when it was recorded.
 */
#ifndef PERF_OUTPUT_READ_ERRORS_H
#define PERF_OUTPUT_READ_ERRORS_H

#include <stdbool.h>
#include <stdint.h>

struct diag;
struct session_stats;

struct read_errors {
	uint64_t seen;		/* number of damaged records reported */
};

/* How many damaged records are reported one by one. */
#define READ_ERRORS_NAMED	5

/*
 * Reports a damaged record, if it is one of the first. @e must be zero-initialised before the first call. For
 * session_ops->damaged.
 */
void read_errors__damaged(struct read_errors *e, const struct diag *diag);
/*
 * Prints the counts at the end: skipped records, a file that ends early, unknown record types, lost events. Returns true if
 * the input was damaged: the command must then exit with EXIT_PARTIAL.
 */
bool read_errors__close(struct read_errors *e, const struct session_stats *stats);
/* Returns what read_errors__close() would return now, and prints nothing. */
bool read_errors__partial(const struct read_errors *e, const struct session_stats *stats);
/* Prints the error that ends the command, in one line. */
void read_errors__fatal(const struct diag *diag);

#endif /* PERF_OUTPUT_READ_ERRORS_H */
