/* SPDX-License-Identifier: GPL-2.0-only */
/* --switch-on, --switch-off: samples of one event begin what counts, those of another end it. */
#ifndef PERF_SESSION_EVENT_SWITCH_H
#define PERF_SESSION_EVENT_SWITCH_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"

struct event_switch {
	const char *on_name, *off_name;	/* as the options say; NULL: none */
	bool show;			/* these events' samples count themselves */
	const struct evsel *on, *off;
	bool discarding;
};

/* Finds the events by name. 0, or -EINVAL with @diag set where @evlist has no such event. */
int event_switch__begin(struct event_switch *sw, const struct evlist *evlist, struct diag *diag);
/* Takes the event of each sample in the order of time. Does the sample count? */
bool event_switch__passes(struct event_switch *sw, const struct evsel *evsel);

#endif /* PERF_SESSION_EVENT_SWITCH_H */
