/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which samples `perf script` shows, besides the filters by task and time: by place, by events that switch output on and
 * off, by the function that was called.
 */
#ifndef PERF_SCRIPT_FILTER_H
#define PERF_SCRIPT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/base/name-list.h"
#include "util/session/session.h"

struct evlist;

struct script_filter {
	struct name_list symbols;	/* -S: names, or addresses in hexadecimal */
	struct name_list dsos;		/* --dsos: paths, or their last part */
	uint64_t addr_range;		/* --addr-range: bytes after each address in @symbols */
	struct name_list graph;		/* --graph-function: show only these functions' calls and what they call */
	const char *on, *off;		/* --switch-on, --switch-off: names of events, or NULL */
	bool show_switches;		/* the samples of these two events are shown, too */
	/* Private. */
	const struct evsel *on_evsel, *off_evsel;
	bool off_now;
	struct u64num inside;		/* tid -> depth at which the function was called */
};

/*
 * Looks up the events @f->on and @f->off in @evlist. Returns 0, or negative errno with a message for the user in @err if
 * there is no such event.
 */
int script_filter__set_events(struct script_filter *f, const struct evlist *evlist, char *err, size_t size);
/* Returns true if there are samples that are not to be shown. To be called after script_filter__set_events(). */
static inline bool script_filter__is_any(const struct script_filter *f)
{
	return f->on_evsel || f->off_evsel || f->symbols.nr || f->dsos.nr || f->graph.nr;
}
/* Returns true if @s is to be shown. To be called for each sample, in their order. */
bool script_filter__passes(struct script_filter *f, const struct session_sample *s);
void script_filter__exit(struct script_filter *f);

#endif /* PERF_SCRIPT_FILTER_H */
