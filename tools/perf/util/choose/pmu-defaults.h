/* SPDX-License-Identifier: GPL-2.0-only */
/* The default settings for events of trace drivers, for what the command line does not say: "intel_pt//". */
#ifndef PERF_CHOOSE_PMU_DEFAULTS_H
#define PERF_CHOOSE_PMU_DEFAULTS_H

#include "util/base/diag.h"
#include "util/choose/pmu.h"

/*
 * Sets @attr's config words and period to what the folder caps/ of the PMU recommends: time packets, pass-through
 * and branches for Intel PT; the shortest interval for Arm SPE. Does nothing for other PMUs.
 */
void pmu__set_defaults(const struct pmu *pmu, struct perf_event_attr *attr);
/*
 * Sets the defaults for a trace of which only short pieces are kept: an Intel PT trace then has a point where a
 * reader can begin every 2 KiB, unless terms have set this. @said: the bits of config that terms have set. Does
 * nothing for other PMUs.
 */
void pmu__set_sampling_defaults(const struct pmu *pmu, struct perf_event_attr *attr, uint64_t said);
/* Returns the bytes between two points where a reader of Intel PT can begin; 0 if not known, or for another PMU. */
uint64_t pmu__psb_period(const struct pmu *pmu, const struct perf_event_attr *attr);
/*
 * Checks Intel PT's settings against caps/, and sets pass-through, with a warning, if it is not set. Returns 0;
 * or -EINVAL with @diag set if this machine does not have a value: it says which values the machine has. Returns
 * 0 for other PMUs.
 */
int pmu__check_settings(const struct pmu *pmu, struct perf_event_attr *attr, struct diag *diag);

#endif /* PERF_CHOOSE_PMU_DEFAULTS_H */
