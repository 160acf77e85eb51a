/* SPDX-License-Identifier: GPL-2.0-only */
/* Which chains led to a row: one as long as all its samples came to it, a list from then on. Internal to hist*.c. */
#ifndef PERF_ROWS_HIST_REFS_H
#define PERF_ROWS_HIST_REFS_H

#include "util/rows/hist-fold.h"

/*
 * Notes that the group of @f came to the row @e by the chain @ref, @depth frames of which are between the row and where chains begin; 0: by
 * none. To be called when the group is counted in the numbers of @e; @c is what @e has of its own.
 */
void hist_refs__add(struct folding *f, struct hist_entry *e, struct row_common *c, struct hist_ref ref, uint32_t depth);

/* Returns the number of a new sum (hists.sums). There are fewer of them than bytes in the recording. */
uint32_t hist_refs__new_sum(struct hists *h, uint64_t period, uint64_t count);

#endif /* PERF_ROWS_HIST_REFS_H */
