/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints events in the form of `perf evlist`, one on each line. */
#ifndef PERF_EVENT_EVLIST_TEXT_H
#define PERF_EVENT_EVLIST_TEXT_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/event/attr-print.h"
#include "util/event/evlist.h"

/* Appends "GROUP{leader,member,member}"; @name is the name of the group, "" if it has none. */
void evlist__print_group(const struct evlist *evlist, struct evsel *leader, const char *name,
			 struct strbuf *out);
/* Appends the sampling rate: ": sample_freq=4000". */
void evsel__print_rate(const struct evsel *evsel, struct strbuf *out);
/*
 * Appends all events of a recording that is being made, each with a newline. @flags: options of `perf evlist`, "" or some of
 * -v, -g and -F with blanks between them. Returns 0, or -EINVAL if @flags has anything else.
 */
int evlist__print(const struct evlist *evlist, const char *flags, struct strbuf *out);

#endif /* PERF_EVENT_EVLIST_TEXT_H */
