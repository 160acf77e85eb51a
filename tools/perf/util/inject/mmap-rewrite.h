/* SPDX-License-Identifier: GPL-2.0-only */
/* MMAP and MMAP2 records with a build id in them. */
#ifndef PERF_INJECT_MMAP_REWRITE_H
#define PERF_INJECT_MMAP_REWRITE_H

#include "util/base/strbuf.h"
#include "util/event/record.h"

/*
 * Writes @r, which must be a valid MMAP or MMAP2 record, to @out as an MMAP2 record with the build id @id of @size bytes, in
 * the byte order of @r. The former contents of @out are removed. Returns false if it would be longer than a record can be
 * (65,535 bytes).
 */
bool mmap_rewrite(const struct record *r, const uint8_t *id, size_t size, struct strbuf *out);

#endif /* PERF_INJECT_MMAP_REWRITE_H */
