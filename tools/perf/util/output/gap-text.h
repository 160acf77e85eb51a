/* SPDX-License-Identifier: GPL-2.0-only */
/* Callers that the walk along frame pointers has skipped, as text and as JSON. */
#ifndef PERF_OUTPUT_GAP_TEXT_H
#define PERF_OUTPUT_GAP_TEXT_H

#include "util/base/json.h"
#include "util/callchain/gap-table.h"

struct tables;
struct text_out;

/*
 * Prints sums, the first rows (@all: all rows), and advice; each line begins with @indent. Prints nothing if @t is empty. @t
 * must be sorted.
 */
void gap_table__print(const struct gap_table *t, const char *indent, bool all, struct text_out *out);
/* Appends its rows, all of them, as a table for a screen. */
void gap_table__make_table(const struct gap_table *t, struct tables *ts);
/* Writes the object "callers" as a member of the open object. */
void gap_table__print_json(const struct gap_table *t, struct json *j);

#endif /* PERF_OUTPUT_GAP_TEXT_H */
