/* SPDX-License-Identifier: GPL-2.0-only */
/* Packets that libipt 2.0 does not know, of event tracing and PEBS. */
#ifndef PERF_AUXTRACE_INTEL_PT_UNKNOWN_H
#define PERF_AUXTRACE_INTEL_PT_UNKNOWN_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the packet at @pos, of which none lies at or behind @end; 0: it is none of these. */
unsigned int intel_pt__unknown_size(const uint8_t *pos, const uint8_t *end);
/* The text of such a packet, which is all there, into @buf. */
void intel_pt__unknown_text(const unsigned char *raw, char *buf, size_t size);

#endif /* PERF_AUXTRACE_INTEL_PT_UNKNOWN_H */
