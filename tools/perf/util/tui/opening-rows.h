/* SPDX-License-Identifier: GPL-2.0-only */
/* The first rows of a report whose samples are still being counted. */
#ifndef PERF_TUI_OPENING_ROWS_H
#define PERF_TUI_OPENING_ROWS_H

#include <stddef.h>

#include "util/output/table.h"
#include "util/rows/hist.h"

/*
 * Appends a table of at most @nr rows, those that come first by their numbers now, of the event that has most samples. What was counted
 * must have been folded (hists__fold()). @h stays as it is.
 */
void opening_rows__make(const struct hists *h, size_t nr, struct tables *ts);

#endif /* PERF_TUI_OPENING_ROWS_H */
