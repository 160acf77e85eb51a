/* SPDX-License-Identifier: GPL-2.0-only */
/* The windows of AUX traces as a table, as JSON, and as a few counts. */
#ifndef PERF_AUXTRACE_SEGMENTS_PRINT_H
#define PERF_AUXTRACE_SEGMENTS_PRINT_H

#include <stdio.h>

#include "util/auxtrace/segments.h"
#include "util/base/json.h"

/* Which windows are wanted; NULL: all. */
typedef bool (*segment_filter)(void *ctx, const struct segment *w);

/* A line for each window, then the counts as comments. */
void segments__print(const struct segments *sg, segment_filter wanted, void *ctx, FILE *out);
/* {"version":1,"windows":[...],"totals":{...}} */
void segments__print_json(const struct segments *sg, segment_filter wanted, void *ctx, FILE *out);
/* The section of `perf report --stats`; nothing if no event switches a trace. */
void segments__print_stats(const struct segments *sg, FILE *out);

/* The totals of the JSON as an object @key; nothing if there is no AUX trace. */
void segments__add_json(const struct segments *sg, const char *key, struct json *j);

#endif /* PERF_AUXTRACE_SEGMENTS_PRINT_H */
