/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints Intel PT data for `perf script -D`. */
#ifndef PERF_AUXTRACE_INTEL_PT_TEXT_H
#define PERF_AUXTRACE_INTEL_PT_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* Prints the content of @out and empties it. */
typedef void (*intel_pt_flush)(void *ctx, struct strbuf *out);

/*
 * Appends a line to @out for each packet in the @size bytes at @data. Calls @flush (may be NULL) from time to time,
 * and at the end.
 */
void intel_pt__dump(const void *data, size_t size, struct strbuf *out, intel_pt_flush flush, void *ctx);
/* Appends a line for each of the @nr private words of an AUXTRACE_INFO record of type INTEL_PT. */
void intel_pt__dump_info(const uint64_t *words, size_t nr, struct strbuf *out);

#endif /* PERF_AUXTRACE_INTEL_PT_TEXT_H */
