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

static uint32_t new_sum(struct folding *f, uint64_t period, uint64_t count)
{
	f->h->sums[f->part->next_sum] = (struct chain_sum){ period, count };
	return f->part->next_sum++;
}

/* The row's samples, of which @g is the last one, did not all come to the same chain: from now on it has a list. */
static void make_list(struct folding *f, struct hist_entry *e, struct row_common *c)
{
	const struct sample_group *g = f->g;
	bool any = c->nr_refs;
	struct hist_ref one;

	if (any)
		one = hist_entry__only_ref(f->h, e);
	c->has_list = true;
	c->nr_refs = 0;
	c->refs = NULL;
	if (any)
		*hist_rows__new_ref(c) = (struct listed_ref){ .chain = one.chain, .pos = one.pos, .own = one.own, .alone = true,
						   .sum = new_sum(f, one.period - g->period, one.count - g->nr) & INT32_MAX };
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
static void add_to_last(struct folding *f, struct row_common *c)
{
	struct listed_ref *last = &c->refs[c->nr_refs - 1];
	struct chain_sum *sums = f->h->sums;

	if (!last->alone) {
		last->sum = new_sum(f, sums[last->sum].period, sums[last->sum].count) & INT32_MAX;
		last->alone = true;
	}
	sums[last->sum].period += f->g->period;
	sums[last->sum].count += f->g->nr;
}

void hist_refs__add(struct folding *f, struct hist_entry *e, struct row_common *c, struct hist_ref ref, uint32_t depth)
{
	const struct hist_stat *all = hist_entry__stat(e);
	const struct sample_group *g = f->g;

	if (!c->has_list) {
		if (depth && all->nr == g->nr && all->period == g->period && !c->nr_refs) {
			c->nr_refs = 1;
			c->chain = ref.chain;
			e->own = ref.own;
			return;
		}
		if (depth ? is_last(f->hist, e, ref) : !c->nr_refs)
			return;
		make_list(f, e, c);
	}
	if (!depth)
		return;
	if (is_last(f->hist, e, ref)) {
		add_to_last(f, c);
		return;
	}
	if (!f->sum)
		f->sum = new_sum(f, g->period, g->nr) + 1;
	*hist_rows__new_ref(c) = (struct listed_ref){ .chain = ref.chain, .pos = ref.pos, .own = ref.own, .sum = (f->sum - 1) & INT32_MAX };
}
