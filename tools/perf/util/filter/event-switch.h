/* SPDX-License-Identifier: GPL-2.0-only */
/* --switch-on, --switch-off: samples count from a sample of one event on, until a sample of another event. */
#ifndef PERF_FILTER_EVENT_SWITCH_H
#define PERF_FILTER_EVENT_SWITCH_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"

struct event_switch {
	const char *on_name, *off_name;	/* as the options say; NULL: none */
	bool show;			/* the samples that switch count, too */
	const struct evsel *on, *off;
	bool discarding;
};

/*
 * Finds the events by name, for a reading from its beginning on; each reading needs an event_switch of its own. Returns
 * 0, or -EINVAL with @diag set if @evlist has no such event.
 */
int event_switch__begin(struct event_switch *sw, const struct evlist *evlist, struct diag *diag);
/* Does this sample count? To be called for every sample, in the order of time. */
bool event_switch__passes(struct event_switch *sw, const struct evsel *evsel);

#endif /* PERF_FILTER_EVENT_SWITCH_H */
