/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks at the records of a ring on their way into the file, and counts them. */
#ifndef PERF_RECORD_RING_RECORDS_H
#define PERF_RECORD_RING_RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

struct ring_stats;

/*
 * Counts the records in the first @size bytes of the two stretches @iov of a ring, but stops after about @piece bytes. @at is the
 * position in the file that the first byte will have, for ring_stats.runs. Returns how many bytes the whole and valid records take.
 */
size_t ring_records__see(struct ring_stats *s, const struct iovec iov[2], size_t size, size_t piece, uint64_t at);

#endif /* PERF_RECORD_RING_RECORDS_H */
