/* SPDX-License-Identifier: GPL-2.0-only */
/* -D: the fields of samples, as they were recorded: nothing is looked up. */
#ifndef PERF_OUTPUT_SAMPLE_DUMP_H
#define PERF_OUTPUT_SAMPLE_DUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/perf-regs.h"

struct evsel;
struct perf_sample;
struct text_out;

/* Appends lines for what the samples of @evsel have besides place and time. @arch: names the registers. */
void sample_dump__fields(struct text_out *out, const struct evsel *evsel, enum regs_arch arch,
			 const struct perf_sample *s);
/* Appends a line for each of the @nr words; for the chain of a sample (not @deferred_record) how it ends, too. */
void sample_dump__chain(struct text_out *out, const uint64_t *ips, uint64_t nr, bool deferred_record);

#endif /* PERF_OUTPUT_SAMPLE_DUMP_H */
