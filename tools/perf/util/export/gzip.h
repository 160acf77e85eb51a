/* SPDX-License-Identifier: GPL-2.0-only */
/* Packs what is written. Without zlib it is a gzip file all the same, whose blocks are stored as they are. */
#ifndef PERF_EXPORT_GZIP_H
#define PERF_EXPORT_GZIP_H

#include <stddef.h>

#include "util/base/text-out.h"

struct gzip;

/* @out is borrowed. */
struct gzip *gzip__new(struct text_out *out);
void gzip__add(struct gzip *z, const void *data, size_t n);
/* Writes the end, and frees. */
void gzip__finish(struct gzip *z);

#endif /* PERF_EXPORT_GZIP_H */
