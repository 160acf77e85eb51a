/* SPDX-License-Identifier: GPL-2.0-only */
/* Metrics (--metric) as columns: shown behind the numbers, and what rows are ordered by if -s names them. Internal to columns-*.c. */
#ifndef PERF_COLUMNS_COLUMNS_METRICS_H
#define PERF_COLUMNS_COLUMNS_METRICS_H

#include "util/rows/columns.h"

/* Does -s name a metric (@metrics may be NULL)? It is no key, but what rows are ordered by: that is noted in @c. */
bool columns_metrics__orders(struct columns *c, const struct metrics *metrics, const char *token);
/* Does @list, of -s, name nothing but metrics, and one at least? */
bool columns_metrics__only(const struct metrics *metrics, const char *list);
/* Shows @metrics behind the last number, and no part of the order unless -s says so. */
void columns_metrics__show(struct columns *c, const struct metrics *metrics);

#endif /* PERF_COLUMNS_COLUMNS_METRICS_H */
