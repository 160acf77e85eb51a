/* SPDX-License-Identifier: GPL-2.0-only */
/* How samples whose user stack never came are told: as a mark in text, and counted at the end. */
#ifndef PERF_OUTPUT_ORPHANS_H
#define PERF_OUTPUT_ORPHANS_H

#include <stddef.h>
#include <perf/stitch.h>

struct session_stats;

/* "[user stack missing: lost]"; static. "" for PERF_STITCH_WHOLE. */
const char *orphan__mark(enum perf_stitch_reason reason);
/*
 * "N samples ... : 3 in-kernel at end, 2 lost" into @buf, without a newline; returns its length, 0
 * if there are no orphans. For stderr and for tests.
 */
size_t orphans__closing_text(const struct session_stats *stats, char *buf, size_t size);
/* Prints it as the closing line on stderr, unless there is nothing to tell or -q was given. */
void orphans__print_closing(const struct session_stats *stats);

#endif /* PERF_OUTPUT_ORPHANS_H */
