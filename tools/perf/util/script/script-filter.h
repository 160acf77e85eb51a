/* SPDX-License-Identifier: GPL-2.0-only */
/* Which samples `perf script` shows, beyond whose and when: by place, by events that switch, by function called. */
#ifndef PERF_SCRIPT_FILTER_H
#define PERF_SCRIPT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/base/word-list.h"
#include "util/session/session.h"

struct evlist;

struct script_filter {
	struct word_list symbols;	/* -S: names, or addresses in hexadecimal */
	struct word_list dsos;		/* --dsos: paths, or their last part */
	uint64_t addr_range;		/* --addr-range: bytes behind each address in @symbols */
	struct word_list graph;		/* --graph-function: of calls, only what these call */
	const char *on, *off;		/* --switch-on, --switch-off: names of events, or NULL */
	bool show_switches;		/* the samples of these events are shown, too */
	/* Private. */
	const struct evsel *on_evsel, *off_evsel;
	bool off_now;
	struct u64num inside;		/* tid -> how deep the function was called */
};

/* The events that switch are looked up in @evlist. Negative: there is none; the line for the user is in @err. */
int script_filter__set_events(struct script_filter *f, const struct evlist *evlist, char *err, size_t size);
/* Shall @s be shown? To be asked for each sample, in their order. */
bool script_filter__passes(struct script_filter *f, const struct session_sample *s);
void script_filter__exit(struct script_filter *f);

#endif /* PERF_SCRIPT_FILTER_H */
