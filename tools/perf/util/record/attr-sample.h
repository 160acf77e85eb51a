/* SPDX-License-Identifier: GPL-2.0-only */
/* How often an event takes samples, and what these have: the part of attr-config.h that each event has for itself. */
#ifndef PERF_RECORD_ATTR_SAMPLE_H
#define PERF_RECORD_ATTR_SAMPLE_H

#include <stdint.h>

#include "util/base/diag.h"
#include "util/event/evsel.h"
#include "util/record/record-opts.h"
#include "util/record/target.h"

/*
 * Sets *@ret_freq to the samples a second that @opts ask for, or to the kernel's limit if that is lower, of which a warning tells. Returns
 * 0, or -EINVAL with @diag set: --strict-freq refuses the lower one.
 */
int record_opts__choose_freq(const struct record_opts *opts, uint64_t *ret_freq, struct diag *diag);
/* Sets the period of @evsel, or @freq, as its own terms and @opts say. */
void evsel__config_rate(struct evsel *evsel, const struct record_opts *opts, uint64_t freq);
/* Sets which fields the samples of @evsel have, but for the call chain. Its rate must be set. */
void evsel__config_sample_type(struct evsel *evsel, const struct record_opts *opts, const struct target *target);

#endif /* PERF_RECORD_ATTR_SAMPLE_H */
