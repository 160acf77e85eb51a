/* SPDX-License-Identifier: GPL-2.0-only */
/* Turns the options of the command line into the attrs that the kernel gets. */
#ifndef PERF_RECORD_ATTR_CONFIG_H
#define PERF_RECORD_ATTR_CONFIG_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/choose/kernel-features.h"
#include "util/event/evlist.h"
#include "util/record/aux-config.h"
#include "util/record/record-opts.h"
#include "util/record/target.h"

/* What was decided meanwhile. */
struct attr_config {
	struct evsel *tracking;		/* the event that collects mmap, comm and task records */
	bool tracking_is_dummy;
	bool defer_asked;		/* at least one event asked for deferral */
	bool deferring;			/* and the kernel can do it, so that the bits are set */
	struct aux_config aux;		/* of AUX traces, if there are any */
	/* the last event: it tells the recorder of signals, and is not written (signal-stacks.h); or NULL */
	struct evsel *signals;
	bool sample_ids;		/* samples have the id of their event */
};

/*
 * Fills the attrs of @evlist; appends a dummy event for the side-band where whole CPUs are
 * recorded, where callchains are deferred, or beside an AUX trace. Returns 0, or negative errno with @diag
 * set: a combination that this machine or kernel does not have.
 */
int evlist__config(struct evlist *evlist, const struct record_opts *opts,
		   const struct target *target, const struct kernel_features *features, struct attr_config *ret, struct diag *diag);

#endif /* PERF_RECORD_ATTR_CONFIG_H */
