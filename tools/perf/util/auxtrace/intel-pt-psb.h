/* SPDX-License-Identifier: GPL-2.0-only */
/* PSB packets, where decoding can begin. */
#ifndef PERF_AUXTRACE_INTEL_PT_PSB_H
#define PERF_AUXTRACE_INTEL_PT_PSB_H

#include <stddef.h>

#define INTEL_PT_PSB_SIZE	16	/* bytes */

/* Returns the first PSB that is completely between @p and @end, or NULL. */
const unsigned char *intel_pt__find_psb(const unsigned char *p, const unsigned char *end);

#endif /* PERF_AUXTRACE_INTEL_PT_PSB_H */
