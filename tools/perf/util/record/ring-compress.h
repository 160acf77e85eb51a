/* SPDX-License-Identifier: GPL-2.0-only */
/* -z: what the rings held goes into COMPRESSED records, one stream over all of them. */
#ifndef PERF_RECORD_RING_COMPRESS_H
#define PERF_RECORD_RING_COMPRESS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/data/perf-writer.h"

struct ring_compress;

/*
 * @level: 1 to 22. @ring_bytes: no record unpacks to more, readers count on it. @aligned: records of
 * the type that is padded to 8 bytes, which perfs before 6.16 do not know; AUX data among them need it.
 * NULL with @diag set: this build cannot.
 */
struct ring_compress *ring_compress__new(int level, size_t ring_bytes, bool aligned,
					 struct diag *diag);
void ring_compress__delete(struct ring_compress *c);
/* How many bytes one record holds at most. */
size_t ring_compress__piece(const struct ring_compress *c);
/*
 * One record with @size bytes, at most a piece: of what a ring holds, so the first and the last of these may be
 * in the middle of a record. Returns 0 or negative errno with @diag set.
 */
int ring_compress__write(struct ring_compress *c, const void *data, size_t size, struct perf_writer *w,
			 struct diag *diag);
/* Adds what @from has compressed to what @c counts. */
void ring_compress__add(struct ring_compress *c, const struct ring_compress *from);
/* What went in and came out so far, bytes. */
uint64_t ring_compress__bytes_in(const struct ring_compress *c);
uint64_t ring_compress__bytes_out(const struct ring_compress *c);
/* Sets HEADER_COMPRESSED. */
void ring_compress__set_feature(const struct ring_compress *c, struct perf_writer *w);

#endif /* PERF_RECORD_RING_COMPRESS_H */
