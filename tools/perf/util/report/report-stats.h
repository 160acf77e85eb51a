/* SPDX-License-Identifier: GPL-2.0-only */
/* `perf report --stats`: how many records of each type there are, and samples of each event. */
#ifndef PERF_REPORT_REPORT_STATS_H
#define PERF_REPORT_REPORT_STATS_H

#include <stdint.h>

struct text_out;
struct hists;
struct session_stats;

/* Prints the counts. @hists may be NULL if samples were not counted by event. */
void report_stats__print(const struct session_stats *stats, const struct hists *hists, struct text_out *out);

/* Prints the number of samples of one event; nothing if @nr is 0. */
void report_stats__event(const char *name, uint64_t nr, struct text_out *out);

#endif /* PERF_REPORT_REPORT_STATS_H */
