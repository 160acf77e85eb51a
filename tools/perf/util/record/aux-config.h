/* SPDX-License-Identifier: GPL-2.0-only */
/* Recording of AUX traces: which mode, how large, and what the attrs of the events need for it. */
#ifndef PERF_RECORD_AUX_CONFIG_H
#define PERF_RECORD_AUX_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"
#include "util/choose/kernel-features.h"
#include "util/event/evlist.h"
#include "util/record/record-opts.h"
#include "util/record/target.h"

/* Who tells which task runs: words of Intel PT's description. */
enum aux_switches {
	AUX_SWITCHES_NONE = 0,
	AUX_SWITCHES_TASK = 2,		/* SWITCH records of the tasks that are recorded */
	AUX_SWITCHES_CPU = 3,		/* SWITCH_CPU_WIDE */
};

/* The mode of a recording; zero: no AUX event in it. */
struct aux_config {
	struct evsel *evsel;		/* the first AUX event; NULL: there is none */
	bool snapshot;			/* -S: the newest data, when asked */
	bool sampling;			/* data are part of other events' samples */
	size_t pages;			/* of each AUX area, a power of two */
	bool pages_said;		/* by -m */
	size_t snapshot_size;		/* bytes at most */
	/* bytes between points where a reader of Intel PT can begin; 0: not known */
	size_t psb_period;
	size_t ring_pages;		/* of each ring where nothing was said; 0: the usual */
	enum aux_switches switches;
};

/* Is @evsel of a driver with an AUX area? */
bool evsel__has_aux(const struct evsel *evsel);
/*
 * Finds the AUX events, decides on mode and sizes, and refuses what cannot be. Call before the attrs
 * are made. Returns 0, or negative errno with @diag set.
 */
int aux_config__init(struct aux_config *aux, struct evlist *evlist, const struct record_opts *opts,
		     const struct target *target, struct diag *diag);
/* Lays over each attr of @evlist, all made by now, what AUX tracing needs, AUX samples included. */
int aux_config__attrs(const struct aux_config *aux, struct evlist *evlist,
		      const struct record_opts *opts, const struct target *target,
		      struct diag *diag);
/*
 * Has context switches recorded by @tracking, and, for a trace of the kernel, how it changes its own code: by
 * an event of whole CPUs that is appended for it, where this user may.
 */
void aux_config__switches(struct aux_config *aux, struct evlist *evlist, struct evsel *tracking,
			  const struct target *target, const struct kernel_features *features);
/*
 * What the kernel would refuse of pause and resume, with the reason; @ask: it may be asked about the
 * drivers. Returns 0, or negative errno with @diag set.
 */
int aux_config__check_actions(const struct evlist *evlist, const struct kernel_features *features,
			      bool ask, struct diag *diag);

#endif /* PERF_RECORD_AUX_CONFIG_H */
