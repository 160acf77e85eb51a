/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints Intel PT data for `perf script -D`. */
#ifndef PERF_AUXTRACE_INTEL_PT_TEXT_H
#define PERF_AUXTRACE_INTEL_PT_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/text-out.h"

/* Prints a line for each packet in the @size bytes at @data. Ends early if @out can no longer be written. */
void intel_pt__dump(const void *data, size_t size, struct text_out *out);
/* Prints a line for each of the @nr private words of an AUXTRACE_INFO record of type INTEL_PT. */
void intel_pt__dump_info(const uint64_t *words, size_t nr, struct text_out *out);

#endif /* PERF_AUXTRACE_INTEL_PT_TEXT_H */
