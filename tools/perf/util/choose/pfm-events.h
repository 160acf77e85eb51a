/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of processors by the names that their vendors give them, out of the tables of libpfm4:
 * "skl::MEM_LOAD_RETIRED:L3_MISS:u". The library is loaded when it is needed.
 */
#ifndef PERF_CHOOSE_PFM_EVENTS_H
#define PERF_CHOOSE_PFM_EVENTS_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/choose/event-list.h"
#include "util/choose/parse-events.h"

/*
 * Appends the events in @text to @evlist: names of libpfm4, commas between them, groups in braces. Returns 0; or
 * negative errno with @err set, and does not change @evlist.
 */
int pfm_events__parse(struct evlist *evlist, const char *text, struct parse_events_error *err);
/*
 * Calls @fn for each event, and each of its unit masks, of the PMUs that libpfm4 finds in this machine, in the order of
 * its tables. Returns 0, or negative errno with @diag set: libpfm4 cannot be used, or it knows no PMU of this machine.
 */
int pfm_events__walk(void (*fn)(void *ctx, const struct event_list_entry *entry), void *ctx, struct diag *diag);

#endif /* PERF_CHOOSE_PFM_EVENTS_H */
