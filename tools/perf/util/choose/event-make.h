/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the evsels of one event from its text, which is already split. */
#ifndef PERF_CHOOSE_EVENT_MAKE_H
#define PERF_CHOOSE_EVENT_MAKE_H

#include <stdbool.h>

#include "util/choose/event-terms.h"

enum event_text_kind {
	EVENT_TEXT_NAME,	/* cycles, pmu/.../, r1a8 */
	EVENT_TEXT_TRACEPOINT,	/* name:second, each may be a glob */
	EVENT_TEXT_NUMERIC,	/* name:second, the numbers attr.type and attr.config */
	EVENT_TEXT_BREAKPOINT,
	EVENT_TEXT_PROBE,	/* usdt:FILE:NAME, in the member name as a whole */
};

struct event_text {
	enum event_text_kind kind;
	char *name, *second;		/* owned */
	size_t pos, second_pos;		/* where they begin in the whole text, bytes */
	bool has_terms;			/* there are slashes, also without terms: "name//" */
	struct event_terms terms;
	uint64_t bp_addr, bp_len;	/* bytes; bp_len 0: not given */
	unsigned int bp_type;		/* HW_BREAKPOINT_* bits; 0: not given */
	bool per_pmu_names;		/* set by event_text__make(): each event is to be named after its PMU */
};

void event_text__exit(struct event_text *e);
/* Appends the events to @evlist, each as a group of its own. Returns 0 or negative errno with @err set. */
int event_text__make(struct event_text *e, struct evlist *evlist, struct parse_events_error *err);
/*
 * Names the events of @evlist from index @first on, if the text stands for the same event on several PMUs:
 * "cpu_core/cycles/u". @mods: the modifiers, "u".
 */
void event_text__finish_names(const struct event_text *e, struct evlist *evlist, size_t first,
			      const char *mods);

/* Does tracefs have a folder of tracepoints with this name? */
bool event_name__is_tracepoint_system(const char *name);

#endif /* PERF_CHOOSE_EVENT_MAKE_H */
