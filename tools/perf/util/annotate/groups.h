/* SPDX-License-Identifier: GPL-2.0-only */
/* The events that stand beside each other, and which functions they have samples in. */
#ifndef PERF_ANNOTATE_GROUPS_H
#define PERF_ANNOTATE_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/annotate/counts.h"

struct evlist;

/* The events whose columns stand beside each other: indexes in the evlist, the leader of the group first. */
struct annotate_members {
	size_t *events;
	size_t nr;
};

/* What the members have in a function, by the same index; NULL: nothing. */
struct annotate_shares {
	const struct annotate_share **of;
	struct annotate_members members;
};

struct annotate_groups {
	struct annotate_members *list;	/* in the order of their leaders */
	size_t nr;
};

/* As recorded; each event for itself; or all of them as one. */
enum annotate_grouping { ANNOTATE_GROUPED, ANNOTATE_APART, ANNOTATE_TOGETHER };

/*
 * Returns which events stand beside each other: none unless @group. For @metrics, which are made of several, all do if there are no groups.
 */
enum annotate_grouping annotate_groups__for(const struct evlist *evlist, bool group, bool metrics);
void annotate_groups__init(struct annotate_groups *g, struct evlist *evlist, enum annotate_grouping how);
void annotate_groups__exit(struct annotate_groups *g);

/*
 * Returns the functions with names in which @members have samples and for which @is_wanted (NULL: all), and sets *@ret_nr: in the order
 * of the first member, that with most first; what only others have comes behind that. The caller frees the array.
 */
const struct annotate_func **annotate_members__functions(const struct annotate_members *members, const struct annotate_counts *c,
							 bool (*is_wanted)(void *ctx, const struct annotate_func *f), void *ctx,
							 size_t *ret_nr);

/* What @members, which are borrowed, have in @func. */
void annotate_shares__init(struct annotate_shares *s, const struct annotate_members *members, const struct annotate_counts *c,
			   const struct annotate_func *func);
void annotate_shares__exit(struct annotate_shares *s);
/* Sets @ret[i], for each member, to what it has in [@start, @end). */
void annotate_shares__range(const struct annotate_shares *shares, uint64_t start, uint64_t end, struct annotate_stat *ret);

/* Is there a sample in one of @nr @stats? */
bool annotate_stats__any(const struct annotate_stat *stats, size_t nr);

#endif /* PERF_ANNOTATE_GROUPS_H */
