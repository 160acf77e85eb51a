/* SPDX-License-Identifier: GPL-2.0-only */
/* From one event's text, already split, to its evsels. */
#ifndef PERF_CHOOSE_EVENT_MAKE_H
#define PERF_CHOOSE_EVENT_MAKE_H

#include <stdbool.h>

#include "util/choose/event-terms.h"

enum event_text_kind {
	EVENT_TEXT_NAME,	/* cycles, pmu/.../, r1a8 */
	EVENT_TEXT_TRACEPOINT,	/* name:second, both may be globs */
	EVENT_TEXT_NUMERIC,	/* name:second, numbers: attr.type and attr.config */
	EVENT_TEXT_BREAKPOINT,
};

struct event_text {
	enum event_text_kind kind;
	char *name, *second;		/* owned */
	size_t pos, second_pos;		/* in the whole text */
	bool has_terms;			/* "name//" too */
	struct event_terms terms;
	uint64_t bp_addr, bp_len;	/* bp_len 0: not said */
	unsigned int bp_type;		/* HW_BREAKPOINT bits; 0: not said */
	bool per_pmu_names;		/* set by making: name each event after its PMU */
};

void event_text__exit(struct event_text *e);
/* Appends the events to @evlist, each a group of its own. Returns 0 or negative errno with @err set. */
int event_text__make(struct event_text *e, struct evlist *evlist, struct parse_events_error *err);
/* Names those from @first on that stand for one PMU among several: "cpu_core/cycles/u". */
void event_text__finish_names(const struct event_text *e, struct evlist *evlist, size_t first,
			      const char *mods);

/* A generic event, a raw code, or an event that some PMU offers in sysfs. */
bool event_name__is_known(const char *name);
/* Is there a tracepoint folder of that name? */
bool event_name__is_tracepoint_system(const char *name);

#endif /* PERF_CHOOSE_EVENT_MAKE_H */
