/* SPDX-License-Identifier: GPL-2.0-only */
/* An attr as a reader that knows nothing of deferral wants it. */
#ifndef PERF_DEFER_CLASSIC_ATTR_H
#define PERF_DEFER_CLASSIC_ATTR_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/event/evlist.h"

/* Appends @attr in @size bytes, of the other byte order if @swap, its deferral bits cleared. */
void classic_attr__write(const struct perf_event_attr *attr, uint32_t size, bool swap, struct strbuf *out);

/* Numbers in the byte order of a recording. */
void classic__put16(struct strbuf *out, uint16_t v, bool swap);
void classic__put32(struct strbuf *out, uint32_t v, bool swap);
void classic__put64(struct strbuf *out, uint64_t v, bool swap);

#endif /* PERF_DEFER_CLASSIC_ATTR_H */
