/* SPDX-License-Identifier: GPL-2.0-only */
/* What windows of AUX traces add up to, for what prints them. */
#ifndef PERF_AUXTRACE_AUX_WINDOWS_TOTALS_H
#define PERF_AUXTRACE_AUX_WINDOWS_TOTALS_H

#include <stdint.h>

#include "util/auxtrace/aux-windows.h"

/* Sums over the windows that are shown. */
struct aux_windows_totals {
	uint64_t windows, duration, longest, bytes, shared, shared_bytes, missing, uncertain;
	uint64_t by_edge[AUX_WINDOW_END + 1];	/* how they were closed */
};

/* Adds @w to @t, which begins with zeroes. */
void aux_windows_totals__add(struct aux_windows_totals *t, const struct aux_window *w);

#endif /* PERF_AUXTRACE_AUX_WINDOWS_TOTALS_H */
