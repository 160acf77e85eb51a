/* SPDX-License-Identifier: GPL-2.0-only */
/* An event of the recorder's own that copies the stacks which signals' handlers with stacks of their own leave behind. */
#ifndef PERF_RECORD_SIGNAL_STACKS_H
#define PERF_RECORD_SIGNAL_STACKS_H

#include "util/event/evlist.h"

/*
 * Adds the event to @evlist, whose others are configured and have stacks to be unwound. Returns it, owned by @evlist; or NULL if this
 * kernel has no such tracepoint, or this process may not use it: then stacks end at such handlers, and say so.
 */
struct evsel *evlist__add_signals(struct evlist *evlist);

#endif /* PERF_RECORD_SIGNAL_STACKS_H */
