/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that switch an AUX trace on and off (aux-action=), and events that write into it (aux-output): checks
 * which events may do this, and makes the groups that they need.
 */
#ifndef PERF_CHOOSE_AUX_ACTION_H
#define PERF_CHOOSE_AUX_ACTION_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/choose/pmu.h"
#include "util/event/evlist.h"

/*
 * Does the PMU's driver offer an AUX area? Finds out by opening an event and mapping an AUX area. If the kernel
 * does not allow this (no permission, the trace is in use, the PMU has no event without terms), returns whether the driver
 * is one that is known to offer it, and sets *@ret_unknown (may be NULL). The same if SYSFS_PATH names another sysfs tree.
 */
bool pmu__has_aux(const struct pmu *pmu, bool *ret_unknown);

/*
 * Makes one group of all events from @leader to @last, which is behind it in @evlist. Changes nothing if an event
 * of another group is between them.
 */
void evlist__group_up_to(struct evlist *evlist, struct evsel *leader, struct evsel *last);
/*
 * Call it once, when all events are parsed. Tries again to find out which events have an AUX area, if this was not
 * known without their terms. Puts each event with an aux-action, aux-output or aux-sample-size, and the events
 * between, into the group of the AUX event before it, so that no braces are needed. Then refuses what the kernel
 * would refuse. Returns 0, or -EINVAL with @diag set to upstream's message.
 */
int evlist__group_aux(struct evlist *evlist, struct diag *diag);

#endif /* PERF_CHOOSE_AUX_ACTION_H */
