/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --aux-range START,STOP: the trace is on from each call of one function to the next call of another. Two
 * events that are made for this pause and resume the AUX event.
 */
#ifndef PERF_RECORD_AUX_RANGE_H
#define PERF_RECORD_AUX_RANGE_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/probe-events.h"
#include "util/record/range-place.h"

/* A breakpoint whose address is known only when the program has been loaded. */
struct pending_breakpoint {
	struct evsel *evsel;		/* belongs to the event list */
	struct range_place place;
};

struct aux_range {
	struct probe_events probes;
	struct pending_breakpoint pending[2];
	size_t nr_pending;
};

/*
 * @text is "START,STOP" or "START" (until it returns), each "SYMBOL[#N][+OFFSET][@OBJECT]"; without an object
 * what @scope names is looked at (its program through PATH), then the kernel; "@kernel" means that. Puts the
 * events behind the AUX event, which begins paused. @dry: nothing is made, the events have no id. Returns 0,
 * or negative errno with @diag set; aux_range__exit() is called in any case.
 */
int aux_range__init(struct aux_range *r, const char *text, const struct range_scope *scope,
		    struct evlist *evlist, bool dry, struct diag *diag);
/*
 * To be called when the command has been loaded, as process @pid, and is stopped. Moves the pending breakpoints, which must be
 * open, to their addresses. Returns 0, or negative errno with @diag set.
 */
int aux_range__settle(const struct aux_range *r, pid_t pid, struct diag *diag);
/* Removes the probes that were made; the events must be closed. A failure is printed as a warning. */
void aux_range__exit(struct aux_range *r);

#endif /* PERF_RECORD_AUX_RANGE_H */
