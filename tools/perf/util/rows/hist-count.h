/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples are counted in groups of equal ones: internal to hist*.c. */
#ifndef PERF_ROWS_HIST_COUNT_H
#define PERF_ROWS_HIST_COUNT_H

#include "util/rows/hist.h"

/* Counts @s, and h->branch, once; @nr: what this adds to the number of samples. */
void hists__count(struct hists *h, const struct session_sample *s, uint64_t nr);

#endif /* PERF_ROWS_HIST_COUNT_H */
