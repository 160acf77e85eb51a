/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf report --hierarchy`: one line for each level, each key below the previous one. */
#ifndef PERF_REPORT_REPORT_HIERARCHY_H
#define PERF_REPORT_REPORT_HIERARCHY_H

#include "util/report/report-stdio.h"

/* Appends titles and rows of @h; the widths of the columns must have been computed. */
void report_hierarchy__print(const struct report_stdio *r, const struct hist *h, struct strbuf *out);

#endif /* PERF_REPORT_REPORT_HIERARCHY_H */
