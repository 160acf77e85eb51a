/* SPDX-License-Identifier: GPL-2.0-only */
/* How commands show samples whose user stack is missing: with a mark in the text, and as counts at the end. */
#ifndef PERF_OUTPUT_ORPHANS_H
#define PERF_OUTPUT_ORPHANS_H

#include <stddef.h>
#include <perf/stitch.h>

struct session_stats;

/* Returns "[user stack missing: lost]" and the like; "" for PERF_STITCH_WHOLE. Static. */
const char *orphan__mark(enum perf_stitch_reason reason);
/*
 * Writes "N samples ... : 3 in-kernel at end, 2 lost" to @buf, without a newline. Returns its length, 0 if there are no
 * orphans. Used for stderr and for tests.
 */
size_t orphans__closing_text(const struct session_stats *stats, char *buf, size_t size);
/* Prints this text as the closing line on stderr, unless there are no orphans or -q was given. */
void orphans__print_closing(const struct session_stats *stats);

#endif /* PERF_OUTPUT_ORPHANS_H */
