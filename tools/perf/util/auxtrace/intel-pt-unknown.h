/* SPDX-License-Identifier: GPL-2.0-only */
/* Knows the packets of event tracing and PEBS, which libipt 2.0 does not know. */
#ifndef PERF_AUXTRACE_INTEL_PT_UNKNOWN_H
#define PERF_AUXTRACE_INTEL_PT_UNKNOWN_H

#include <stddef.h>
#include <stdint.h>

/* Returns the size of the packet at @pos, bytes; 0 if it is not one of these packets or does not end before @end. */
unsigned int intel_pt__unknown_size(const uint8_t *pos, const uint8_t *end);
/* Writes the text of such a packet, of which all bytes are at @raw, into @buf. */
void intel_pt__unknown_text(const unsigned char *raw, char *buf, size_t size);

#endif /* PERF_AUXTRACE_INTEL_PT_UNKNOWN_H */
