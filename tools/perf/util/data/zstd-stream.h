/* SPDX-License-Identifier: GPL-2.0-only */
/* Compression of records (types 81 and 83). zstd-stream-none.c is used instead if perf is built without libzstd. */
#ifndef PERF_DATA_ZSTD_STREAM_H
#define PERF_DATA_ZSTD_STREAM_H

#include <stddef.h>

#include "util/base/diag.h"

struct zstd_reader;

/* Returns a new reader, or NULL with @diag set if this build cannot decompress. */
struct zstd_reader *zstd_reader__new(struct diag *diag);
void zstd_reader__delete(struct zstd_reader *z);
/*
 * Decompresses the next @size bytes of the stream and calls @out with each piece of the result. If @out returns nonzero,
 * stops and returns that. Returns 0, or -EBADMSG with @diag set if the bytes are damaged. After both errors the next call
 * begins a new stream.
 */
int zstd_reader__feed(struct zstd_reader *z, const void *data, size_t size,
		      int (*out)(void *ctx, const void *data, size_t size), void *ctx, struct diag *diag);
/*
 * Tells that no bytes follow. Returns 0, or -EBADMSG with @diag set if the stream ends within a block. That is an error
 * because writers flush after each record.
 */
int zstd_reader__end(const struct zstd_reader *z, struct diag *diag);

struct zstd_writer;

/* Returns a new writer, or NULL with @diag set if this build cannot compress. @level: 1 (fast) to 22 (small). */
struct zstd_writer *zstd_writer__new(int level, struct diag *diag);
void zstd_writer__delete(struct zstd_writer *z);
/* Returns how many bytes @size bytes can become at the most. */
size_t zstd_writer__bound(size_t size);
/*
 * Compresses the next @size bytes of the stream into @out, and flushes: a reader that has all output up to here can
 * decompress all of them. @cap: the size of @out, at least zstd_writer__bound(@size). Returns how many bytes are in @out,
 * 0 on failure.
 */
size_t zstd_writer__feed(struct zstd_writer *z, const void *data, size_t size, void *out, size_t cap);

#endif /* PERF_DATA_ZSTD_STREAM_H */
