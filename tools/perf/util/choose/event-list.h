/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists all events that this machine offers, for perf list. */
#ifndef PERF_CHOOSE_EVENT_LIST_H
#define PERF_CHOOSE_EVENT_LIST_H

#include <stdbool.h>

enum event_list_kind {
	EVENT_LIST_HW		= 1 << 0,
	EVENT_LIST_SW		= 1 << 1,
	EVENT_LIST_CACHE	= 1 << 2,
	EVENT_LIST_PMU		= 1 << 3,	/* with the forms rNNN, cpu/.../ and mem: */
	EVENT_LIST_TRACEPOINT	= 1 << 4,
	EVENT_LIST_ALL		= 0x1f,
	/* Not among those that event_list__walk() knows: */
	EVENT_LIST_SDT		= 1 << 5,	/* markers of user space */
	EVENT_LIST_PFM		= 1 << 6,	/* out of libpfm4's tables */
};

/* The texts are borrowed for the call; those that do not exist are NULL. */
struct event_list_entry {
	enum event_list_kind kind;
	const char *name;		/* as -e takes it; a pattern such as "rNNN" if is_form */
	const char *alias;
	const char *type;		/* "Software event" */
	const char *unit;		/* the name of its PMU */
	const char *encoding;		/* "software/config=1/", "event=0x3c" */
	bool is_form;			/* not an event, but a pattern that shows how to write one: "rNNN" */
};

/*
 * Calls @fn for each event of @kinds (bits of enum event_list_kind), in this order: hardware, software, caches,
 * PMUs, tracepoints. Hardware and cache events are left out if the kernel cannot open them. Returns 0, or the
 * negative errno of tracefs if @kinds has tracepoints and they cannot be listed.
 */
int event_list__walk(unsigned int kinds, void (*fn)(void *ctx, const struct event_list_entry *entry),
		     void *ctx);

#endif /* PERF_CHOOSE_EVENT_LIST_H */
