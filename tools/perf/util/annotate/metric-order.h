/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of functions by what a metric is in them. */
#ifndef PERF_ANNOTATE_METRIC_ORDER_H
#define PERF_ANNOTATE_METRIC_ORDER_H

#include "util/annotate/annotate-text.h"

/*
 * Brings the @nr functions of @list in the order of the first metric of @t, the largest value first and those without one last; what is
 * equal stays as it is. Without metrics nothing changes.
 */
void metric_order__sort(const struct annotate_text *t, const struct annotate_members *members, const struct annotate_func **list,
			size_t nr);

#endif /* PERF_ANNOTATE_METRIC_ORDER_H */
