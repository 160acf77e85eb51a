/* SPDX-License-Identifier: GPL-2.0-only */
/* What an event of a trace driver is where the command line does not say: "intel_pt//". */
#ifndef PERF_CHOOSE_PMU_DEFAULTS_H
#define PERF_CHOOSE_PMU_DEFAULTS_H

#include "util/base/diag.h"
#include "util/choose/pmu.h"

/*
 * Fills @attr's config words and period with what the PMU's caps/ recommend: for Intel PT time packets,
 * pass-through and branches, for Arm SPE the shortest interval. Others are left alone.
 */
void pmu__set_defaults(const struct pmu *pmu, struct perf_event_attr *attr);
/*
 * For a trace of which only short pieces are kept: in Intel PT's a reader can begin every 2 KiB then, unless
 * @said, the bits of config that terms have set, say otherwise. Other PMUs are left alone.
 */
void pmu__set_sampling_defaults(const struct pmu *pmu, struct perf_event_attr *attr, uint64_t said);
/* Bytes between two points where a reader of Intel PT can begin; 0: not known, or another PMU. */
uint64_t pmu__psb_period(const struct pmu *pmu, const struct perf_event_attr *attr);
/*
 * Compares Intel PT's settings with caps/ and forces pass-through, with a warning. Returns 0, or -EINVAL
 * with @diag: a value that this machine does not have, and those that it has. Other PMUs: 0.
 */
int pmu__check_settings(const struct pmu *pmu, struct perf_event_attr *attr, struct diag *diag);

#endif /* PERF_CHOOSE_PMU_DEFAULTS_H */
