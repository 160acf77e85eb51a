/* SPDX-License-Identifier: GPL-2.0-only */
/* All events that this machine offers, for perf list. */
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
};

/* Texts are borrowed for the call; NULL if there is none. */
struct event_list_entry {
	enum event_list_kind kind;
	const char *name;		/* what -e takes; a form in case of is_form */
	const char *alias;
	const char *type;		/* "Software event" */
	const char *unit;		/* the PMU */
	const char *encoding;		/* "software/config=1/", "event=0x3c" */
	bool is_form;			/* "rNNN": no event, but how to write one */
};

/*
 * Calls @fn for the events of the @kinds, in this order: hardware (those that the kernel can open),
 * software, caches (likewise), PMUs, tracepoints. Returns 0, or -errno of tracefs when tracepoints were
 * asked for and cannot be listed.
 */
int event_list__walk(unsigned int kinds, void (*fn)(void *ctx, const struct event_list_entry *entry),
		     void *ctx);

#endif /* PERF_CHOOSE_EVENT_LIST_H */
