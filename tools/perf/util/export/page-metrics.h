/* SPDX-License-Identifier: GPL-2.0-only */
/* The formulas of --metric for a page, which works them out for what is chosen there. */
#ifndef PERF_EXPORT_PAGE_METRICS_H
#define PERF_EXPORT_PAGE_METRICS_H

#include "util/export/export.h"

/*
 * Appends the member "metrics" with a comma behind it to @out: of each its name and steps, in the order in which a stack of numbers takes
 * them. @of: the page's number of each event. Metrics of events that the page does not have are left out, with a warning.
 */
void page_metrics__write(const struct export *e, const uint32_t *of, struct text_out *out);

#endif /* PERF_EXPORT_PAGE_METRICS_H */
