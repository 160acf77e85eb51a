/* SPDX-License-Identifier: GPL-2.0-only */
/* perf defer stat: how repairing frame pointer chains went. */
#ifndef PERF_DEFER_STAT_REPAIR_H
#define PERF_DEFER_STAT_REPAIR_H

struct text_out;
struct json;
struct session_stats;
struct perf_header;

/*
 * A block of text; nothing where nothing was recorded to repair chains with, unless @h says that chains were repaired when
 * the recording was merged.
 */
void stat_repair__print(const struct session_stats *s, const struct perf_header *h, struct text_out *out);
/* An object "repair", always. */
void stat_repair__print_json(const struct session_stats *s, const struct perf_header *h, struct json *j);

#endif /* PERF_DEFER_STAT_REPAIR_H */
