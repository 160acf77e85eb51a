/* SPDX-License-Identifier: GPL-2.0-only */
/* PERF_SAMPLE_DATA_SRC in words: what a load or store met on its way through caches and TLBs. */
#ifndef PERF_EVENT_MEM_DATA_SRC_H
#define PERF_EVENT_MEM_DATA_SRC_H

#include <stdint.h>

#include "util/base/strbuf.h"

/* Appends "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A", cut as perf cuts it. */
void mem_data_src__text(uint64_t data_src, struct strbuf *out);

#endif /* PERF_EVENT_MEM_DATA_SRC_H */
