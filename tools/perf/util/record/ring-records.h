/* SPDX-License-Identifier: GPL-2.0-only */
/* What is read of the records of a ring on their way into the file. */
#ifndef PERF_RECORD_RING_RECORDS_H
#define PERF_RECORD_RING_RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

struct ring_stats;

/*
 * Counts the records of the first @size bytes of a ring's two stretches @iov, or of @piece bytes and a little more. @at: where in
 * the file the first byte will lie, for ring_stats.runs. Returns the bytes of the records that are whole and sane.
 */
size_t ring_records__see(struct ring_stats *s, const struct iovec iov[2], size_t size, size_t piece, uint64_t at);

#endif /* PERF_RECORD_RING_RECORDS_H */
