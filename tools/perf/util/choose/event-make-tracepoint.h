/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes tracepoint events: finds their ids in tracefs, and expands globs. */
#ifndef PERF_CHOOSE_EVENT_MAKE_TRACEPOINT_H
#define PERF_CHOOSE_EVENT_MAKE_TRACEPOINT_H

#include "util/choose/event-make.h"

/* The same as event_text__make(), for the kind EVENT_TEXT_TRACEPOINT. */
int event_text__make_tracepoints(struct event_text *e, struct evlist *evlist, struct parse_events_error *err);

#endif /* PERF_CHOOSE_EVENT_MAKE_TRACEPOINT_H */
