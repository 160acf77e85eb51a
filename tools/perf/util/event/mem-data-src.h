/* SPDX-License-Identifier: GPL-2.0-only */
/* PERF_SAMPLE_DATA_SRC in words: what a load or store met on its way through caches and TLBs. */
#ifndef PERF_EVENT_MEM_DATA_SRC_H
#define PERF_EVENT_MEM_DATA_SRC_H

#include <stdint.h>

#include "util/base/strbuf.h"

/* Appends "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A", cut as perf cuts it. */
void mem_data_src__text(uint64_t data_src, struct strbuf *out);

/* What a report has a column for. */
enum mem_part { MEM_LEVEL, MEM_SNOOP, MEM_TLB, MEM_LOCK, MEM_BLOCKED };

/* Appends one part of that: "L1 hit". */
void mem_data_src__part_text(uint64_t data_src, enum mem_part part, struct strbuf *out);
/*
 * The bits of @data_src that this text is made of: equal ones have equal texts, and it is the text of the bits,
 * too. For the same part the smaller number is what perf shows first.
 */
uint64_t mem_data_src__part(uint64_t data_src, enum mem_part part);
/* The bits of the older description of the level, which is what perf orders by. */
uint64_t mem_data_src__recorded_level(uint64_t data_src);

/* Some of the word's fields, as numbers. */
struct mem_fields {
	unsigned int op, level, snoop, tlb;	/* level: the newer description's number */
};
struct mem_fields mem_data_src__fields(uint64_t data_src);

#endif /* PERF_EVENT_MEM_DATA_SRC_H */
