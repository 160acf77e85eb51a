/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that are probes of perf's own (evsel_config.probe): they are found and made before the recording, and removed
 * behind it.
 */
#ifndef PERF_RECORD_EVENT_PROBES_H
#define PERF_RECORD_EVENT_PROBES_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/probe-events.h"
#include "util/record/range-place.h"

/* Zero-initialised: none. */
struct event_probes {
	struct probe_events made;
	unsigned int nr;		/* tracepoints */
};

/*
 * Makes the probes of all events that ask for one, and sets their ids; an event that stands for several tracepoints
 * becomes several. @scope: where files are looked for; its program is found through PATH. @dry: nothing is made, the
 * events have no id. Returns 0, or negative errno with @diag set; event_probes__exit() is called in any case.
 */
int event_probes__make(struct event_probes *p, struct evlist *evlist, const struct range_scope *scope, bool dry, struct diag *diag);
/* Removes the probes; the events must be closed. A failure is printed as a warning. */
void event_probes__exit(struct event_probes *p);

#endif /* PERF_RECORD_EVENT_PROBES_H */
