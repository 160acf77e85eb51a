/* SPDX-License-Identifier: GPL-2.0-only */
/* Events as `perf evlist` shows them, one a line. */
#ifndef PERF_EVENT_EVLIST_TEXT_H
#define PERF_EVENT_EVLIST_TEXT_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/event/attr-print.h"
#include "util/event/evlist.h"

/* "GROUP{leader,member,member}"; @name is the group's, "" if it has none. */
void evlist__print_group(const struct evlist *evlist, struct evsel *leader, const char *name,
			 struct strbuf *out);
/* ": sample_freq=4000" */
void evsel__print_rate(const struct evsel *evsel, struct strbuf *out);
/*
 * All events of a recording that is being made, each with a newline; @flags are those of `perf evlist`: "",
 * or some of -v, -g and -F, apart. Returns 0, or -EINVAL: another word.
 */
int evlist__print(const struct evlist *evlist, const char *flags, struct strbuf *out);

#endif /* PERF_EVENT_EVLIST_TEXT_H */
