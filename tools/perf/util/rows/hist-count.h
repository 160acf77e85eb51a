/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples are counted in groups of equal ones: internal to hist*.c. */
#ifndef PERF_ROWS_HIST_COUNT_H
#define PERF_ROWS_HIST_COUNT_H

#include "util/rows/hist.h"

/* Counts @s, and h->branch, once; @nr: what this adds to the number of samples. */
void hists__count(struct hists *h, const struct session_sample *s, uint64_t nr);
/* With opts.branches: counts each branch of @s, and with opts.blocks the code between them. */
void hist_branches__count(struct hists *h, const struct session_sample *s);

#endif /* PERF_ROWS_HIST_COUNT_H */
