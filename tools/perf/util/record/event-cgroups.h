/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of control groups (-G, --for-each-cgroup). A group is named by its path below the place where cgroups are mounted, with
 * or without a '/' in front; "/" is the root. Or by its id, "id:4711", which becomes that path.
 */
#ifndef PERF_RECORD_EVENT_CGROUPS_H
#define PERF_RECORD_EVENT_CGROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"

/*
 * -G: the groups in the comma list @text are given to the events of @evlist one after another, from index *@nr on, which is moved on.
 * An empty place leaves its event as it is. If the first name of all is the only one of its list, all events that are in
 * @evlist by then get it. Returns 0, or negative errno with @diag set: no such group, or no event for it.
 */
int event_cgroups__give(struct evlist *evlist, const char *text, size_t *nr, struct diag *diag);
/*
 * --for-each-cgroup: replaces the events of @evlist by a copy of them for each group that @text names: a comma list of groups, or,
 * if a character in it belongs to patterns, of basic regular expressions (regex(7)) that are looked for in the paths of all
 * groups. Returns 0, or negative errno with @diag set: no such group, no match, or a bad expression.
 */
int event_cgroups__expand(struct evlist *evlist, const char *text, struct diag *diag);
/* Are the events of @evlist not all of the same group? */
bool event_cgroups__differ(const struct evlist *evlist);
/*
 * Says in the names of events of which groups they are: "cycles@web". Nothing else in a recording does, and any reader prints names. When
 * events are open: until then names may change.
 */
void event_cgroups__name(struct evlist *evlist);
/* Do the events of each group of events count in one control group? Returns 0, or -EINVAL with @diag set. */
int event_cgroups__check(const struct evlist *evlist, struct diag *diag);
/* Opens the folder of a group. Returns its descriptor, for the caller to close, or negative errno with @diag set. */
int event_cgroups__open(const char *name, struct diag *diag);

#endif /* PERF_RECORD_EVENT_CGROUPS_H */
