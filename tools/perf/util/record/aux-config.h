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

/* How a decoder knows which task runs: numbers of Intel PT's AUXTRACE_INFO. */
enum aux_switches {
	AUX_SWITCHES_NONE = 0,
	AUX_SWITCHES_TASK = 2,		/* SWITCH records of the tasks that are recorded */
	AUX_SWITCHES_CPU = 3,		/* SWITCH_CPU_WIDE */
};

/* The mode of a recording. All zero if it has no AUX event. */
struct aux_config {
	struct evsel *evsel;		/* the first AUX event; NULL: there is none */
	bool snapshot;			/* -S: only the newest data, when asked for */
	bool sampling;			/* AUX data are part of other events' samples */
	size_t pages;			/* of each AUX area, a power of two */
	bool pages_said;		/* -m has given the size */
	size_t snapshot_size;		/* of a snapshot, in bytes, at most */
	/* bytes between two points at which a decoder of Intel PT can begin; 0: not known */
	size_t psb_period;
	size_t ring_pages;		/* of each ring if the user gives no size; 0: the usual size */
	enum aux_switches switches;
};

/* Has the driver of @evsel an AUX area? */
bool evsel__has_aux(const struct evsel *evsel);
/*
 * Finds the AUX events, chooses the mode and the sizes, and refuses what is impossible. To be called before the attrs
 * are made. Returns 0, or negative errno with @diag set.
 */
int aux_config__init(struct aux_config *aux, struct evlist *evlist, const struct record_opts *opts,
		     const struct target *target, struct diag *diag);
/*
 * Changes the attrs of @evlist, which must have been made, as AUX tracing and AUX samples need it. Returns 0, or negative
 * errno with @diag set.
 */
int aux_config__attrs(const struct aux_config *aux, struct evlist *evlist,
		      const struct record_opts *opts, const struct target *target,
		      struct diag *diag);
/*
 * Makes @tracking record context switches. For a trace of the kernel, changes of the kernel's own code are recorded as well, by
 * an event on whole CPUs that is appended if this user may have one.
 */
void aux_config__switches(struct aux_config *aux, struct evlist *evlist, struct evsel *tracking,
			  const struct target *target, const struct kernel_features *features);
/*
 * Refuses what the kernel would refuse of pause and resume, and says why. @ask: the kernel may be asked about the
 * drivers. Returns 0, or negative errno with @diag set.
 */
int aux_config__check_actions(const struct evlist *evlist, const struct kernel_features *features,
			      bool ask, struct diag *diag);

#endif /* PERF_RECORD_AUX_CONFIG_H */
