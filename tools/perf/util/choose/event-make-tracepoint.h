/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes tracepoint events: finds their ids in tracefs, and expands globs; and those that are to be probes of perf's own. */
#ifndef PERF_CHOOSE_EVENT_MAKE_TRACEPOINT_H
#define PERF_CHOOSE_EVENT_MAKE_TRACEPOINT_H

#include "util/choose/event-make.h"

/* The same as event_text__make(), for the kind EVENT_TEXT_TRACEPOINT. */
int event_text__make_tracepoints(struct event_text *e, struct evlist *evlist, struct parse_events_error *err);

/*
 * Makes an event of which only @text is known yet (evsel_config.probe): perf record makes the probe when it knows what
 * is recorded. It has no name. Returns the same.
 */
int event_text__make_probe(struct event_text *e, const char *text, struct evlist *evlist, struct parse_events_error *err);

#endif /* PERF_CHOOSE_EVENT_MAKE_TRACEPOINT_H */
