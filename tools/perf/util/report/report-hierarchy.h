/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf report --hierarchy`: a line a level, each key below the one before. */
#ifndef PERF_REPORT_REPORT_HIERARCHY_H
#define PERF_REPORT_REPORT_HIERARCHY_H

#include "util/report/report-stdio.h"

/* Appends titles and rows of @h; widths of the columns must fit already. */
void report_hierarchy__print(const struct report_stdio *r, const struct hist *h, struct strbuf *out);

#endif /* PERF_REPORT_REPORT_HIERARCHY_H */
