/* SPDX-License-Identifier: GPL-2.0-only */
/* The part of `perf defer stat` that says how many frame pointer chains could be repaired. */
#ifndef PERF_DEFER_STAT_REPAIR_H
#define PERF_DEFER_STAT_REPAIR_H

struct text_out;
struct json;
struct session_stats;
struct perf_header;

/*
 * Prints a block of text. Prints nothing if the recording has no data with which chains can be repaired, unless @h says that
 * chains were repaired when the recording was merged.
 */
void stat_repair__print(const struct session_stats *s, const struct perf_header *h, struct text_out *out);
/* Adds an object "repair" to @j, in every case. */
void stat_repair__print_json(const struct session_stats *s, const struct perf_header *h, struct json *j);

#endif /* PERF_DEFER_STAT_REPAIR_H */
