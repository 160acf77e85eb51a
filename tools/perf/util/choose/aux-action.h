/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that switch an AUX trace on and off (aux-action=), and those whose output goes into it
 * (aux-output): who may do what, and the groups that they need.
 */
#ifndef PERF_CHOOSE_AUX_ACTION_H
#define PERF_CHOOSE_AUX_ACTION_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/choose/pmu.h"
#include "util/event/evlist.h"

/*
 * Does the PMU's driver offer an AUX area? The kernel is asked, by opening an event and mapping one;
 * where it does not let us (no permission, all taken, an event without terms is none), the drivers that
 * are known to, and *@ret_unknown (may be NULL) is set. In a tree named by SYSFS_PATH only those.
 */
bool pmu__has_aux(const struct pmu *pmu, bool *ret_unknown);

/*
 * Everything from @leader up to @last, which follows it, becomes one group; nothing changes where something
 * of another group stands between.
 */
void evlist__group_up_to(struct evlist *evlist, struct evsel *leader, struct evsel *last);
/*
 * Call once, when all events are parsed. Asks again for the AUX areas of which nothing was known before
 * the terms were. Makes each event with an aux-action, aux-output or aux-sample-size, and those
 * between, members of the AUX event before it, so that no braces are needed; then refuses what the
 * kernel would refuse. Returns 0, or -EINVAL with @diag set; its words are perf's.
 */
int evlist__group_aux(struct evlist *evlist, struct diag *diag);

#endif /* PERF_CHOOSE_AUX_ACTION_H */
