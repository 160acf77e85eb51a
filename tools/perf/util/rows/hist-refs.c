// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-refs.h"

#include "util/base/alloc.h"
#include "util/rows/hist-rows.h"

uint32_t hist_refs__new_sum(struct hists *h, uint64_t period, uint64_t count)
{
	GROW(h->sums, h->nr_sums, h->cap_sums);
	h->sums[h->nr_sums] = (struct chain_sum){ period, count };
	return (uint32_t)h->nr_sums++;
}

/* The row's samples, of which @g is the last one, did not all come to the same chain: from now on it has a list. */
static void make_list(struct hists *h, struct hist_entry *e, struct row_common *c, const struct sample_group *g)
{
	bool any = c->nr_refs;
	struct hist_ref one;

	if (any)
		one = hist_entry__only_ref(h, e);
	c->has_list = true;
	c->nr_refs = 0;
	c->refs = NULL;
	if (any)
		*hist_rows__new_ref(c) = (struct listed_ref){ .chain = one.chain, .pos = one.pos, .own = one.own, .alone = true,
						   .sum = hist_refs__new_sum(h, one.period - g->period, one.count - g->nr) & INT32_MAX };
}

static bool is_last(const struct hists *h, const struct hist_entry *e, struct hist_ref ref)
{
	const struct row_common *c = e->common;
	struct hist_ref one;

	if (!c->nr_refs)
		return false;
	if (c->has_list) {
		const struct listed_ref *l = &c->refs[c->nr_refs - 1];

		return l->chain == ref.chain && l->pos == ref.pos && l->own == ref.own;
	}
	one = hist_entry__only_ref(h, e);
	return one.chain == ref.chain && one.pos == ref.pos && one.own == ref.own;
}

/* Counts @g in the last chain of the list. */
static void add_to_last(struct hists *h, struct row_common *c, const struct sample_group *g)
{
	struct listed_ref *last = &c->refs[c->nr_refs - 1];
	const struct chain_sum *sum = &h->sums[last->sum];

	if (!last->alone) {
		last->sum = hist_refs__new_sum(h, sum->period, sum->count) & INT32_MAX;
		last->alone = true;
	}
	h->sums[last->sum].period += g->period;
	h->sums[last->sum].count += g->nr;
}

void hist_refs__add(struct folding *f, struct hist_entry *e, struct row_common *c, struct hist_ref ref, uint32_t depth)
{
	const struct hist_stat *all = hist_entry__stat(e);
	const struct sample_group *g = f->g;
	struct hists *h = f->h;

	if (!c->has_list) {
		if (depth && all->nr == g->nr && all->period == g->period && !c->nr_refs) {
			c->nr_refs = 1;
			c->chain = ref.chain;
			e->own = ref.own;
			return;
		}
		if (depth ? is_last(h, e, ref) : !c->nr_refs)
			return;
		make_list(h, e, c, g);
	}
	if (!depth)
		return;
	if (is_last(h, e, ref)) {
		add_to_last(h, c, g);
		return;
	}
	if (!f->sum)
		f->sum = hist_refs__new_sum(h, g->period, g->nr) + 1;
	*hist_rows__new_ref(c) = (struct listed_ref){ .chain = ref.chain, .pos = ref.pos, .own = ref.own, .sum = (f->sum - 1) & INT32_MAX };
}
