/* SPDX-License-Identifier: GPL-2.0-only */
/* What decoders of Arm CoreSight traces must know about each CPU's trace unit. */
#ifndef PERF_RECORD_AUX_INFO_ETM_H
#define PERF_RECORD_AUX_INFO_ETM_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/choose/pmu.h"

/*
 * Appends the u64s of AUXTRACE_INFO for @pmu, which is cs_etm: a head, and a block for each CPU that has a trace
 * unit, with its registers from sysfs. @config: that of the event.
 */
void aux_info__add_etm(struct strbuf *out, const struct pmu *pmu, uint64_t config, bool snapshot);

#endif /* PERF_RECORD_AUX_INFO_ETM_H */
