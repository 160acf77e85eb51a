/* SPDX-License-Identifier: GPL-2.0-only */
/* -D: the fields of samples as they were recorded, without symbols or names. */
#ifndef PERF_OUTPUT_SAMPLE_DUMP_H
#define PERF_OUTPUT_SAMPLE_DUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/perf-regs.h"

struct evsel;
struct perf_sample;
struct text_out;

/*
 * Appends lines for the fields that the samples of @evsel have besides position and time. @arch: for the names of registers.
 */
void sample_dump__fields(struct text_out *out, const struct evsel *evsel, enum regs_arch arch,
			 const struct perf_sample *s);
/*
 * Appends a line for each of the @nr entries of a chain. For the chain of a sample (@deferred_record is false) also says how
 * it ends.
 */
void sample_dump__chain(struct text_out *out, const uint64_t *ips, uint64_t nr, bool deferred_record);

#endif /* PERF_OUTPUT_SAMPLE_DUMP_H */
