/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces of an AUX trace in other events' samples: --aux-sample, and the term aux-sample-size. */
#ifndef PERF_RECORD_AUX_SAMPLES_H
#define PERF_RECORD_AUX_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/record-opts.h"

/* Did the options or a term ask for such samples? */
bool aux_samples__wanted(const struct evlist *evlist, const struct record_opts *opts);
/* Bytes of the largest piece, so that no more of the trace has to be kept; 0: none has one that is valid. */
size_t aux_samples__largest(const struct evlist *evlist, const struct record_opts *opts);
/* Lays sizes over the attrs. Returns 0, or -EINVAL with @diag set. */
int aux_samples__config(struct evlist *evlist, const struct record_opts *opts, struct diag *diag);

#endif /* PERF_RECORD_AUX_SAMPLES_H */
