// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/groups.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"

static void add_group(struct annotate_groups *g, struct evlist *evlist, size_t leader, enum annotate_grouping how)
{
	struct annotate_members *m = &g->list[g->nr++];
	const struct evsel *evsel = evlist->evsels[leader];
	size_t i;

	m->events = xcalloc(evlist->nr, sizeof(*m->events));
	m->events[m->nr++] = leader;
	if (how == ANNOTATE_APART)
		return;
	for (i = 0; i < evlist->nr; i++) {
		const struct evsel *other = evlist->evsels[i];

		if (other != evsel && (how == ANNOTATE_TOGETHER || other->leader == evsel) && !evsel__is_dummy(other))
			m->events[m->nr++] = i;
	}
}

static bool has_groups(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->nr_members > 1)
			return true;
	return false;
}

enum annotate_grouping annotate_groups__for(const struct evlist *evlist, bool group, bool metrics)
{
	if (!group)
		return ANNOTATE_APART;
	return metrics && !has_groups(evlist) ? ANNOTATE_TOGETHER : ANNOTATE_GROUPED;
}

/* A dummy has no samples, and would be a column of zeros. */
static size_t first_real(const struct evlist *evlist)
{
	size_t i;

	for (i = 0; i < evlist->nr; i++)
		if (!evsel__is_dummy(evlist->evsels[i]))
			return i;
	return 0;
}

void annotate_groups__init(struct annotate_groups *g, struct evlist *evlist, enum annotate_grouping how)
{
	size_t first = first_real(evlist), i;

	*g = (struct annotate_groups){ .list = xcalloc(evlist->nr ? evlist->nr : 1, sizeof(*g->list)) };
	for (i = 0; i < evlist->nr; i++)
		if (how == ANNOTATE_TOGETHER ? i == first : how == ANNOTATE_APART || evsel__is_group_leader(evlist->evsels[i]))
			add_group(g, evlist, i, how);
}

void annotate_groups__exit(struct annotate_groups *g)
{
	size_t i;

	for (i = 0; i < g->nr; i++)
		free(g->list[i].events);
	free(g->list);
	*g = (struct annotate_groups){ 0 };
}

/* Has a member before @i samples in it? Then it is in the list already. */
static bool is_of_earlier(const struct annotate_members *m, const struct annotate_counts *c, size_t i, const struct annotate_func *f)
{
	while (i--)
		if (annotate_counts__find(c, m->events[i], f))
			return true;
	return false;
}

const struct annotate_func **annotate_members__functions(const struct annotate_members *members, const struct annotate_counts *c,
							 bool (*is_wanted)(void *ctx, const struct annotate_func *f), void *ctx,
							 size_t *ret_nr)
{
	const struct annotate_func **list = xcalloc(c->nr_shares ? c->nr_shares : 1, sizeof(*list));
	size_t i, k, nr;

	*ret_nr = 0;
	for (i = 0; i < members->nr; i++) {
		const struct annotate_share *shares = annotate_counts__shares(c, members->events[i], &nr);

		for (k = 0; k < nr; k++)
			if (shares[k].func->sym && (!is_wanted || is_wanted(ctx, shares[k].func)) &&
			    !is_of_earlier(members, c, i, shares[k].func))
				list[(*ret_nr)++] = shares[k].func;
	}
	return list;
}

void annotate_shares__init(struct annotate_shares *s, const struct annotate_members *members, const struct annotate_counts *c,
			   const struct annotate_func *func)
{
	size_t i;

	*s = (struct annotate_shares){ .members = *members };
	s->of = xcalloc(members->nr, sizeof(*s->of));
	for (i = 0; i < members->nr; i++)
		s->of[i] = annotate_counts__find(c, members->events[i], func);
}

void annotate_shares__exit(struct annotate_shares *s)
{
	free(s->of);
	s->of = NULL;
}

void annotate_shares__range(const struct annotate_shares *shares, uint64_t start, uint64_t end, struct annotate_stat *ret)
{
	size_t i;

	for (i = 0; i < shares->members.nr; i++)
		ret[i] = shares->of[i] ? annotate_share__range(shares->of[i], start, end) : (struct annotate_stat){ 0 };
}

bool annotate_stats__any(const struct annotate_stat *stats, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (stats[i].nr)
			return true;
	return false;
}
