/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a reading command tells on stderr what it could not read: the first few damaged records each
 * with its place, the rest as a count, and what the recording itself had lost.
 */
#ifndef PERF_OUTPUT_READ_ERRORS_H
#define PERF_OUTPUT_READ_ERRORS_H

#include <stdbool.h>
#include <stdint.h>

struct diag;
struct session_stats;

struct read_errors {
	uint64_t seen;		/* damaged records told to us */
};

/* How many are named one by one. */
#define READ_ERRORS_NAMED	5

/* For session_ops->damaged: prints the first few. Zero-initialise @e. */
void read_errors__damaged(struct read_errors *e, const struct diag *diag);
/*
 * The closing counts: skipped records, a file that ends early, unknown record types, lost events.
 * Returns true if the input was damaged: the command then exits EXIT_PARTIAL.
 */
bool read_errors__close(struct read_errors *e, const struct session_stats *stats);
/* An error that ended the command: one line. */
void read_errors__fatal(const struct diag *diag);

#endif /* PERF_OUTPUT_READ_ERRORS_H */
