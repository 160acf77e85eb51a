/* SPDX-License-Identifier: GPL-2.0-only */
/* MMAP and MMAP2 records with a build id in them. */
#ifndef PERF_INJECT_MMAP_REWRITE_H
#define PERF_INJECT_MMAP_REWRITE_H

#include "util/base/strbuf.h"
#include "util/event/record.h"

/*
 * Makes @r, which decodes, an MMAP2 record with the id, in @out (emptied first), in the byte
 * order of @r. False: there is no room for it, a record holds at most 65,535 bytes.
 */
bool mmap_rewrite(const struct record *r, const uint8_t *id, size_t size, struct strbuf *out);

#endif /* PERF_INJECT_MMAP_REWRITE_H */
