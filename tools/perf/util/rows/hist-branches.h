/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples counted by their branches (hists_opts.branches): internal to hist*.c. */
#ifndef PERF_ROWS_HIST_BRANCHES_H
#define PERF_ROWS_HIST_BRANCHES_H

#include "util/rows/hist.h"

/* Counts each branch of @s, and with opts.blocks the code between them. */
void hist_branches__count(struct hists *h, const struct session_sample *s);

#endif /* PERF_ROWS_HIST_BRANCHES_H */
