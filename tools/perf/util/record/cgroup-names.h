/* SPDX-License-Identifier: GPL-2.0-only */
/* Which control groups the words of -G and --for-each-cgroup mean: names, ids, and patterns of paths. */
#ifndef PERF_RECORD_CGROUP_NAMES_H
#define PERF_RECORD_CGROUP_NAMES_H

#include <stddef.h>

#include "util/base/diag.h"

struct cgroup_names {
	char **at;			/* owned, and each of them */
	size_t nr, cap;
};

/* Appends the parts of the comma list @list, empty ones, too. A '/' at the end of one says no more than the name does, and is left out. */
void cgroup_names__split(struct cgroup_names *names, const char *list);
/*
 * Is there a group *@name (see event-cgroups.h)? One that is named by its id gets its path as name: *@name, which the caller owns, is
 * replaced. Returns 0, or negative errno with @diag set.
 */
int cgroup_name__settle(char **name, struct diag *diag);
/*
 * Appends the groups that @text means: a comma list of names, or of patterns, each group that matches one of them once, a group before
 * those in it. Returns 0, or negative errno with @diag set.
 */
int cgroup_names__list(const char *text, struct cgroup_names *ret, struct diag *diag);
void cgroup_names__exit(struct cgroup_names *names);

#endif /* PERF_RECORD_CGROUP_NAMES_H */
