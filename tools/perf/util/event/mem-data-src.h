/* SPDX-License-Identifier: GPL-2.0-only */
/* Describes PERF_SAMPLE_DATA_SRC in words: which caches and TLBs answered a load or store, and how. */
#ifndef PERF_EVENT_MEM_DATA_SRC_H
#define PERF_EVENT_MEM_DATA_SRC_H

#include <stdint.h>

#include "util/base/strbuf.h"

/* Characters of mem_data_src__text() at most: what upstream's column holds. */
#define MEM_DATA_SRC_WIDTH	82

/* Appends "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A", cut off at the same length as upstream's text. */
void mem_data_src__text(uint64_t data_src, struct strbuf *out);

/* The parts for which a report has columns. */
enum mem_part { MEM_LEVEL, MEM_SNOOP, MEM_TLB, MEM_LOCK, MEM_BLOCKED };

/* Appends the text of one part: "L1 hit". */
void mem_data_src__part_text(uint64_t data_src, enum mem_part part, struct strbuf *out);
/*
 * Returns the bits of @data_src from which mem_data_src__part_text() makes the text of @part: equal bits have equal
 * texts, and the function may be called with these bits alone. Upstream shows smaller numbers of the same part first.
 */
uint64_t mem_data_src__part(uint64_t data_src, enum mem_part part);
/* Returns the bits of the older description of the level, by which upstream sorts. */
uint64_t mem_data_src__recorded_level(uint64_t data_src);

/* Some of the fields of data_src, as numbers. */
struct mem_fields {
	unsigned int op, level, snoop, tlb;	/* level: the number of the newer description */
};
struct mem_fields mem_data_src__fields(uint64_t data_src);

#endif /* PERF_EVENT_MEM_DATA_SRC_H */
