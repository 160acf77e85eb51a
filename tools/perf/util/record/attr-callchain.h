/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_ATTR_CALLCHAIN_H
#define PERF_RECORD_ATTR_CALLCHAIN_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/choose/kernel-features.h"
#include "util/event/evsel.h"
#include "util/record/record-opts.h"

/*
 * Sets in the attr what the event's own call-graph= term asks for, or else --call-graph and -g. Sets
 * *@ret_defer_asked if the user half shall be deferred; the attr's bit is set only if the kernel can
 * do it. Returns 0, or negative errno with @diag set.
 */
int evsel__config_callchain(struct evsel *evsel, const struct record_opts *opts,
			    const struct kernel_features *features, bool *ret_defer_asked,
			    struct diag *diag);

#endif /* PERF_RECORD_ATTR_CALLCHAIN_H */
