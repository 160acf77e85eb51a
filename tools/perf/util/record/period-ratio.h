/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The term ratio-to-prev=R of an event in a group: its period is R times that of the event before it. A processor that
 * reloads counters by itself (Intel's auto counter reload; its PMU has the format acr_mask) then only takes a sample
 * when the event before it has overflowed first.
 */
#ifndef PERF_RECORD_PERIOD_RATIO_H
#define PERF_RECORD_PERIOD_RATIO_H

#include "util/base/diag.h"
#include "util/event/evlist.h"

/*
 * Sets the periods of events with that term, and of those before them, from the one that has a period, or from @count
 * (-c; 0: not said), and which counters are reloaded with which. Returns 0, or -EINVAL with @diag set.
 */
int evlist__apply_period_ratios(struct evlist *evlist, uint64_t count, struct diag *diag);

#endif /* PERF_RECORD_PERIOD_RATIO_H */
