/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of `perf report --total-cycles`. */
#ifndef PERF_REPORT_REPORT_BLOCKS_H
#define PERF_REPORT_REPORT_BLOCKS_H

#include "util/base/json.h"
#include "util/report/report-stdio.h"

/* Appends titles (unless @r->no_header) and a line for each block of @h whose percentage is not below the limit. */
void report_blocks__print(const struct report_stdio *r, const struct hist *h, struct strbuf *out);
/* Writes the same as a member "blocks" of the open object. */
void report_blocks__json(struct json *j, const struct hist *h, double percent_limit);

#endif /* PERF_REPORT_REPORT_BLOCKS_H */
