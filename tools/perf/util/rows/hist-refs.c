// SPDX-License-Identifier: GPL-2.0-only
/* Which chains led to a row: one as long as all its samples came to it, a list from then on. */
#include "util/rows/hist-fold.h"

#include "util/base/alloc.h"
#include "util/rows/hist-rows.h"

uint32_t hist_refs__new_sum(struct hists *h, uint64_t period, uint64_t count)
{
	GROW(h->sums, h->nr_sums, h->cap_sums);
	h->sums[h->nr_sums] = (struct chain_sum){ period, count };
	return (uint32_t)h->nr_sums++;
}

/* More than is asked for, so that most of it is used before there is to be room again. Pages that were never written to take no memory. */
void hist_refs__reserve(struct hists *h, size_t nr)
{
	unsigned int i;

	for (i = 0; i < h->nr_parts; i++) {
		struct fold_part *p = &h->parts[i];

		if (p->end_sum - p->next_sum >= nr)
			continue;
		p->next_sum = (uint32_t)h->nr_sums;
		h->nr_sums += 4 * nr;
		p->end_sum = (uint32_t)h->nr_sums;
	}
	if (h->nr_sums <= h->cap_sums)
		return;
	h->cap_sums = 2 * h->nr_sums;
	h->sums = xreallocarray(h->sums, h->cap_sums, sizeof(*h->sums));
}

static uint32_t new_sum(struct counting *c, uint64_t period, uint64_t count)
{
	c->h->sums[c->part->next_sum] = (struct chain_sum){ period, count };
	return c->part->next_sum++;
}

/* The row's samples, of which @g is the last one, did not all come to the same chain: from now on it has a list. */
static void make_list(struct counting *c, struct hist_entry *e, struct row_common *common)
{
	const struct sample_group *g = c->g;
	bool any = common->nr_refs;
	struct hist_ref one;

	if (any)
		one = hist_entry__only_ref(c->h, e);
	common->has_list = true;
	common->nr_refs = 0;
	common->refs = NULL;
	if (any)
		*hist_rows__new_ref(common) = (struct listed_ref){ .chain = one.chain, .pos = one.pos, .own = one.own, .alone = true,
							.sum = new_sum(c, one.period - g->period, one.count - g->nr) & INT32_MAX };
}

static bool is_last(const struct hist *h, const struct hist_entry *e, struct hist_ref ref)
{
	struct hist_ref last;

	if (!e->common->nr_refs)
		return false;
	last = hist_entry__ref(h, e, e->common->nr_refs - 1);
	return last.chain == ref.chain && last.pos == ref.pos && last.own == ref.own;
}

/* Counts @g in the last chain of the list. */
static void add_to_last(struct counting *c, struct row_common *common)
{
	struct listed_ref *last = &common->refs[common->nr_refs - 1];
	struct chain_sum *sums = c->h->sums;

	if (!last->alone) {
		last->sum = new_sum(c, sums[last->sum].period, sums[last->sum].count) & INT32_MAX;
		last->alone = true;
	}
	sums[last->sum].period += c->g->period;
	sums[last->sum].count += c->g->nr;
}

void hist_refs__add(struct counting *c, struct hist_entry *e, struct row_common *common, struct hist_ref ref, uint32_t depth)
{
	const struct hist_stat *all = hist_entry__stat(e);
	const struct sample_group *g = c->g;

	if (!common->has_list) {
		if (depth && all->nr == g->nr && all->period == g->period && !common->nr_refs) {
			common->nr_refs = 1;
			common->chain = ref.chain;
			e->own = ref.own;
			return;
		}
		if (depth ? is_last(c->hist, e, ref) : !common->nr_refs)
			return;
		make_list(c, e, common);
	}
	if (!depth)
		return;
	if (is_last(c->hist, e, ref)) {
		add_to_last(c, common);
		return;
	}
	if (!c->sum)
		c->sum = new_sum(c, g->period, g->nr) + 1;
	*hist_rows__new_ref(common) = (struct listed_ref){ .chain = ref.chain, .pos = ref.pos, .own = ref.own,
							   .sum = (c->sum - 1) & INT32_MAX };
}
