/* SPDX-License-Identifier: GPL-2.0-only */
/* AUX data in the samples of other events: --aux-sample, and the term aux-sample-size. */
#ifndef PERF_RECORD_AUX_SAMPLES_H
#define PERF_RECORD_AUX_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/record-opts.h"

/* Does an option or a term ask for such samples? */
bool aux_samples__wanted(const struct evlist *evlist, const struct record_opts *opts);
/*
 * Returns the largest size in bytes that a sample asks for, so that no more of the trace must be kept; 0 if there is no
 * valid one.
 */
size_t aux_samples__largest(const struct evlist *evlist, const struct record_opts *opts);
/* Sets the sizes in the attrs. Returns 0, or -EINVAL with @diag set. */
int aux_samples__config(struct evlist *evlist, const struct record_opts *opts, struct diag *diag);

#endif /* PERF_RECORD_AUX_SAMPLES_H */
