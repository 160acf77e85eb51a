// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks of a reference. Where several events are sampled, one of them may have stacks for all (the others have the term call-graph=no):
 * samples of the same function come from the same callers, more or less. So a row of an event without stacks can have those of the same
 * row of the event that has some, in proportion: what is drawn for it adds up to the row's own numbers.
 */
#include "util/base/scale.h"
#include "util/rows/hist-fold.h"
#include "util/rows/hist-rows.h"

/* The histogram whose rows lead to @e's own, or NULL: not if they stand beside each other, where the leader's are shown. */
static struct hist *alone(const struct hists *h, const struct evsel *e)
{
	struct hist *hist = e ? h->by_evsel[e->idx] : NULL;

	return hist && hist->leader == e && hist->nr_members == 1 ? hist : NULL;
}

static bool has_stacks(const struct evsel *e)
{
	return e->attr.sample_type & PERF_SAMPLE_CALLCHAIN;
}

/* The leader of its group, or else the first event that has stacks. */
static struct hist *find_reference(struct hists *h, const struct hist *of)
{
	const struct evsel *leader = of->leader->leader;
	struct hist *hist = leader && leader->evlist == of->leader->evlist && has_stacks(leader) ? alone(h, leader) : NULL;
	size_t i;

	for (i = 0; !hist && i < h->nr; i++)
		if (has_stacks(h->list[i].leader))
			hist = alone(h, h->list[i].leader);
	return hist;
}

/* What of @all falls to the part of @sum from @from to @to. Parts that follow each other add up to @all. */
static uint64_t share(uint64_t all, uint64_t from, uint64_t to, uint64_t sum)
{
	return sum ? scale(all, to, sum) - scale(all, from, sum) : 0;
}

static struct chain_sum sum_of_own(const struct hist *h, const struct hist_entry *e)
{
	struct chain_sum all = { 0 };
	uint32_t i;

	for (i = 0; i < e->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(h, e, i);

		if (r.own) {
			all.period += r.period;
			all.count += r.count;
		}
	}
	return all;
}

/* Gives @e of @h the stacks of samples that fell into the row @like of @ref. */
static void add_stacks(struct hist *h, struct hist_entry *e, const struct hist *ref, const struct hist_entry *like)
{
	const struct chain_sum all = sum_of_own(ref, like);
	struct chain_sum before = { 0 }, to;
	struct row_common *c;
	uint32_t i;

	if (!all.count)
		return;
	c = hist_rows__own_common(h, e, &h->hists->arena);
	c->has_list = true;
	c->refs = NULL;
	for (i = 0; i < like->common->nr_refs; i++) {
		struct hist_ref r = hist_entry__ref(ref, like, i);

		if (!r.own)
			continue;
		to = (struct chain_sum){ before.period + r.period, before.count + r.count };
		*hist_rows__new_ref(c) = (struct listed_ref){
			.chain = r.chain, .pos = r.pos, .own = true, .alone = true,
			.sum = hist_refs__new_sum(h->hists, share(c->self->period, before.period, to.period, all.period),
					      share(c->self->nr, before.count, to.count, all.count)) & INT32_MAX,
		};
		before = to;
	}
}

void hists__add_reference(struct hists *h)
{
	size_t i, k;

	for (i = 0; h->opts.reference && h->opts.use_chains && i < h->nr; i++) {
		struct hist *hist = &h->list[i];
		const struct hist *ref = has_stacks(hist->leader) || !alone(h, hist->leader) ? NULL : find_reference(h, hist);

		if (!ref)
			continue;
		hist->reference = ref->leader;
		for (k = 0; k < hist->nr; k++) {
			struct hist_entry *e = hist__row(hist, (uint32_t)k);
			const struct hist_entry *like = e->filtered || e->common->nr_refs ? NULL : hist_rows__find(ref, e);

			if (like)
				add_stacks(hist, e, ref, like);
		}
	}
}
