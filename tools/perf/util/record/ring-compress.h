/* SPDX-License-Identifier: GPL-2.0-only */
/* -z: the contents of the rings are written in COMPRESSED records, which together form one compressed stream. */
#ifndef PERF_RECORD_RING_COMPRESS_H
#define PERF_RECORD_RING_COMPRESS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/data/perf-writer.h"

struct ring_compress;

/*
 * @level: 1 to 22. @ring_bytes: the contents of one record are never larger, and readers rely on that. @aligned: use the type of
 * record that is padded to 8 bytes, which perfs before 6.16 do not know, but which is needed if there are AUX data.
 * Returns NULL with @diag set if perf was built without zstd.
 */
struct ring_compress *ring_compress__new(int level, size_t ring_bytes, bool aligned,
					 struct diag *diag);
void ring_compress__delete(struct ring_compress *c);
/* Returns the number of bytes that one record can contain at most. */
size_t ring_compress__piece(const struct ring_compress *c);
/*
 * Writes one record that contains @size bytes of a ring, at most ring_compress__piece(). They may begin and end in the
 * middle of a record. Returns 0, or negative errno with @diag set.
 */
int ring_compress__write(struct ring_compress *c, const void *data, size_t size, struct perf_writer *w,
			 struct diag *diag);
/* Adds the counts of @from to those of @c. */
void ring_compress__add(struct ring_compress *c, const struct ring_compress *from);
/* Return the number of bytes before and after compression so far. */
uint64_t ring_compress__bytes_in(const struct ring_compress *c);
uint64_t ring_compress__bytes_out(const struct ring_compress *c);
/* Sets HEADER_COMPRESSED. */
void ring_compress__set_feature(const struct ring_compress *c, struct perf_writer *w);

#endif /* PERF_RECORD_RING_COMPRESS_H */
