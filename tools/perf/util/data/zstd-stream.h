/* SPDX-License-Identifier: GPL-2.0-only */
/* Compression of records (types 81 and 83); zstd-stream-none.c stands in where libzstd is not built in. */
#ifndef PERF_DATA_ZSTD_STREAM_H
#define PERF_DATA_ZSTD_STREAM_H

#include <stddef.h>

#include "util/base/diag.h"

struct zstd_reader;

/* NULL with @diag set when this build cannot decompress. */
struct zstd_reader *zstd_reader__new(struct diag *diag);
void zstd_reader__delete(struct zstd_reader *z);
/*
 * Decompresses @size bytes, which continue the stream; calls @out with each piece. Returns 0, what
 * @out returned if not 0, or -EBADMSG with @diag: the stream is then begun afresh.
 */
int zstd_reader__feed(struct zstd_reader *z, const void *data, size_t size,
		      int (*out)(void *ctx, const void *data, size_t size), void *ctx, struct diag *diag);
/*
 * Nothing follows: 0, or -EBADMSG with @diag if the stream ends in the middle of what its last bytes began. Writers
 * flush each record, so that all of it could be unpacked.
 */
int zstd_reader__end(const struct zstd_reader *z, struct diag *diag);

struct zstd_writer;

/* @level: 1 (fast) to 22 (small). NULL with @diag set when this build cannot compress. */
struct zstd_writer *zstd_writer__new(int level, struct diag *diag);
void zstd_writer__delete(struct zstd_writer *z);
/* The most that @size bytes can become, bytes. */
size_t zstd_writer__bound(size_t size);
/*
 * Compresses @size bytes, which continue the stream, so that a reader who has all output up to here gets
 * all of them. @cap is at least zstd_writer__bound(@size). Returns the bytes in @out, 0 on failure.
 */
size_t zstd_writer__feed(struct zstd_writer *z, const void *data, size_t size, void *out, size_t cap);

#endif /* PERF_DATA_ZSTD_STREAM_H */
