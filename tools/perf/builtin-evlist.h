/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf evlist` share. */
#ifndef PERF_BUILTIN_EVLIST_H
#define PERF_BUILTIN_EVLIST_H

#include "builtin-screen.h"
#include "util/event/attr-print.h"
#include "util/session/session.h"

struct evlist_opts {
	const char *input;
	bool force, freq, details, group, trace_fields;
	int verbose;
	struct screen_choice *screen;	/* NULL: text */
};

/* The names that the recording knows for the numbers of an event's attr. */
struct attr_names evlist_cmd__names(const struct perf_header *h, struct evsel *evsel);
/* Appends "trace_fields: a,b", or why there are none. */
void evlist_cmd__add_fields(const struct evsel *evsel, struct strbuf *out);
/* The events as a table, with all that is known of each below it. False: there can be no screen after all, or no events. */
bool evlist_cmd__show_screen(struct screen_choice *screen, struct session *s);

#endif /* PERF_BUILTIN_EVLIST_H */
