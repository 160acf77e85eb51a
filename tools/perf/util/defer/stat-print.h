/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers of `perf defer stat` as text and as JSON (schema version 1, see the manual page). */
#ifndef PERF_DEFER_STAT_PRINT_H
#define PERF_DEFER_STAT_PRINT_H

#include "util/defer/stat.h"

struct text_out;

void defer_stat__print_text(struct defer_stat *st, const char *input, struct text_out *out);
void defer_stat__print_json(struct defer_stat *st, const char *input, struct text_out *out);
/* Writes @ns as "24.1 us" or "10.2 s" into @buf, which has at least 16 bytes, and returns @buf. */
const char *defer_stat__duration(uint64_t ns, char *buf, size_t size);

#endif /* PERF_DEFER_STAT_PRINT_H */
