/* SPDX-License-Identifier: GPL-2.0-only */
/* Intel PT as `perf script -D` shows it. */
#ifndef PERF_AUXTRACE_INTEL_PT_TEXT_H
#define PERF_AUXTRACE_INTEL_PT_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* Takes what is in @out, and empties it. */
typedef void (*intel_pt_flush)(void *ctx, struct strbuf *out);

/*
 * A line for each packet of @data, in @out, which @flush (may be NULL) is given now and then, and at the end.
 */
void intel_pt__dump(const void *data, size_t size, struct strbuf *out, intel_pt_flush flush, void *ctx);
/* A line for each of the @nr private words of an AUXTRACE_INFO record of type INTEL_PT. */
void intel_pt__dump_info(const uint64_t *words, size_t nr, struct strbuf *out);

#endif /* PERF_AUXTRACE_INTEL_PT_TEXT_H */
