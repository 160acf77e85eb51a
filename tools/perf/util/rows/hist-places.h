/* SPDX-License-Identifier: GPL-2.0-only */
/* From the chain of a sample to the places that rows and call trees are made of. For hist-fold.c and util/decay. */
#ifndef PERF_ROWS_HIST_PLACES_H
#define PERF_ROWS_HIST_PLACES_H

#include "util/rows/hist.h"

/*
 * Both halves of a chain, and the mark of an orphan at its outer end, innermost first: from *@ret_first on, so many as are returned are the
 * numbers of their places in h->scratch, and the places as rows show them in h->scratch_rows; until the next call.
 */
uint32_t hist_places__of(struct hists *h, const struct sample_key *key, uint32_t *ret_first);

#endif /* PERF_ROWS_HIST_PLACES_H */
