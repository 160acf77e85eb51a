/* SPDX-License-Identifier: GPL-2.0-only */
/* Where user stacks break, as text and as JSON. */
#ifndef PERF_OUTPUT_FP_TABLE_H
#define PERF_OUTPUT_FP_TABLE_H

#include "util/base/json.h"
#include "util/callchain/fp-health.h"

struct tables;
struct text_out;

/* Prints a table with a headline; each line begins with @indent. Prints nothing if there are no rows. @t must be sorted. */
void fp_table__print(const struct fp_table *t, const char *indent, struct text_out *out);
/* Appends the same as a table for a screen. */
void fp_table__make_table(const struct fp_table *t, struct tables *ts);
/* Writes the array "frame_pointers" as a member of the open object. */
void fp_table__print_json(const struct fp_table *t, struct json *j);

#endif /* PERF_OUTPUT_FP_TABLE_H */
