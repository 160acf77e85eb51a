/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compresses output as a gzip file. Without zlib the result is also a valid gzip file, in which the data are stored without
 * compression.
 */
#ifndef PERF_EXPORT_GZIP_H
#define PERF_EXPORT_GZIP_H

#include <stddef.h>

#include "util/base/text-out.h"

struct gzip;

/* Returns a writer that sends the gzip file to @out, which is borrowed. */
struct gzip *gzip__new(struct text_out *out);
void gzip__add(struct gzip *z, const void *data, size_t n);
/* Writes the end of the file, and frees @z. */
void gzip__finish(struct gzip *z);

#endif /* PERF_EXPORT_GZIP_H */
