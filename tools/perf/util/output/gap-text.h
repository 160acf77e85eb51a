/* SPDX-License-Identifier: GPL-2.0-only */
/* Callers that frame pointers have skipped, as text and as JSON. */
#ifndef PERF_OUTPUT_GAP_TEXT_H
#define PERF_OUTPUT_GAP_TEXT_H

#include "util/base/json.h"
#include "util/callchain/gap-table.h"

struct text_out;

/* Sums, the first rows (@all: every one), and what helps; each line begins with @indent. @t is sorted. Nothing if it is empty. */
void gap_table__print(const struct gap_table *t, const char *indent, bool all, struct text_out *out);
/* Object "callers" of the object that is open. */
void gap_table__print_json(const struct gap_table *t, struct json *j);

#endif /* PERF_OUTPUT_GAP_TEXT_H */
