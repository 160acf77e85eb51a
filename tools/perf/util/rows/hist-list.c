// SPDX-License-Identifier: GPL-2.0-only
/* Which events have a histogram of their own, and which share one: group by group, or all of them. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/hist.h"

/* What is known of an event as a leader, by its index. */
struct leader {
	/*
	 * Does it write a trace into an AUX area, by its attr or by what the members of its group want of it? Such an
	 * event leads a group for the kernel's sake, and takes no samples.
	 */
	bool is_trace;
	const struct evsel *first_member;	/* other than itself */
	unsigned int nr;			/* with itself */
};

static bool is_trace_of_leader(const struct evsel *e)
{
	return e->attr.aux_pause || e->attr.aux_resume || e->attr.aux_output || e->attr.sample_type & PERF_SAMPLE_AUX;
}

static bool in_list(const struct evlist *evlist, const struct evsel *e)
{
	return e && e->evlist == evlist;
}

static struct leader *find_leaders(const struct evlist *evlist)
{
	struct leader *leaders = xcalloc(evlist->nr + 1, sizeof(*leaders)), *l;
	struct evsel *e;
	size_t i;

	evlist__for_each(evlist, i, e) {
		l = &leaders[i];
		l->is_trace |= e->attr.aux_watermark || e->attr.aux_start_paused;
		l->nr++;
		if (!in_list(evlist, e->leader) || e->leader == e)
			continue;
		l = &leaders[e->leader->idx];
		l->is_trace |= is_trace_of_leader(e);
		l->nr++;
		if (!l->first_member)
			l->first_member = e;
	}
	return leaders;
}

static bool has_groups(const struct evlist *evlist)
{
	struct evsel *e;
	size_t i;

	evlist__for_each(evlist, i, e)
		if (e->leader && e->leader != e)
			return true;
	return false;
}

static const struct evsel *first_real(const struct evlist *evlist)
{
	struct evsel *e;
	size_t i;

	evlist__for_each(evlist, i, e)
		if (!evsel__is_dummy(e))
			return e;
	return NULL;
}

/*
 * Whose histogram that of @evsel is: a dummy's would be a column of zeros. An event that writes a trace has no
 * samples: the next one stands for it.
 */
static const struct evsel *shown_under(const struct hists *h, const struct leader *leaders, const struct evsel *first,
				       const struct evsel *evsel)
{
	const struct evsel *leader = evsel->leader;
	const struct leader *l;

	if (h->together && !evsel__is_dummy(evsel))
		return first;
	if (!h->opts.group || !leader || leader == evsel || leader->leader != leader || leader->evlist != evsel->evlist)
		return evsel;
	l = &leaders[leader->idx];
	if (l->nr > HIST_MAX_MEMBERS)
		return evsel;
	return l->is_trace ? l->first_member : leader;
}

static void make_hist(struct hists *h, struct hist *hist)
{
	hist->hists = h;
	hist->arena = &h->arena;
	hist->members = xcalloc(hist->nr_members, sizeof(*hist->members));
	hist->totals = xcalloc(hist->nr_members, sizeof(*hist->totals));
	hist->mem_totals = h->columns->mem_stats ? xzalloc(sizeof(*hist->mem_totals)) : NULL;
	hist->nothing = xcalloc(hist->nr_members, sizeof(*hist->nothing));
	hist->before = xcalloc(hist->nr_members, sizeof(*hist->before));
}

/* Members are numbered in the order of the list, but for the one that the histogram is of: that is 0. */
static void number_members(struct hists *h, const struct evlist *evlist)
{
	unsigned int *nr = xcalloc(h->nr + 1, sizeof(*nr)), m;
	struct evsel *e;
	size_t i;

	evlist__for_each(evlist, i, e) {
		struct hist *hist = h->by_evsel[i];

		if (!hist)
			continue;
		m = hist->leader == e ? 0 : ++nr[hist - h->list];
		h->member_of[i] = m;
		hist->members[m] = e;
	}
	free(nr);
}

static void note_wide_groups(struct hists *h, const struct leader *leaders, size_t nr)
{
	size_t i;

	if (!h->opts.group)
		return;
	for (i = 0; i < nr; i++)
		if (leaders[i].nr > h->widest_group)
			h->widest_group = leaders[i].nr;
}

void hists__make_list(struct hists *h, struct evlist *evlist)
{
	const struct evsel *first = first_real(evlist);
	struct leader *leaders = find_leaders(evlist);
	struct hist **own = xcalloc(evlist->nr + 1, sizeof(*own));
	struct evsel *evsel;
	size_t i;

	h->together = h->opts.group && h->opts.group_all && !has_groups(evlist);
	if (h->together && evlist->nr > HIST_MAX_MEMBERS) {
		h->together = false;
		h->widest_group = (unsigned int)evlist->nr;
	}
	note_wide_groups(h, leaders, evlist->nr);
	h->nr_evsels = evlist->nr;
	h->list = xcalloc(evlist->nr + 1, sizeof(*h->list));
	h->by_evsel = xcalloc(evlist->nr + 1, sizeof(*h->by_evsel));
	h->member_of = xcalloc(evlist->nr + 1, sizeof(*h->member_of));
	evlist__for_each(evlist, i, evsel) {
		if (shown_under(h, leaders, first, evsel) != evsel)
			continue;
		own[i] = &h->list[h->nr++];
		own[i]->leader = evsel;
	}
	evlist__for_each(evlist, i, evsel) {
		h->by_evsel[i] = own[shown_under(h, leaders, first, evsel)->idx];
		if (h->by_evsel[i])
			h->by_evsel[i]->nr_members++;
	}
	for (i = 0; i < h->nr; i++)
		make_hist(h, &h->list[i]);
	number_members(h, evlist);
	free(own);
	free(leaders);
}
