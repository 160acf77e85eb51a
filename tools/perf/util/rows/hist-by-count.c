// SPDX-License-Identifier: GPL-2.0-only
/* Rows in which each sample weighs the same. */
#include "util/rows/hist-part.h"

#include "util/base/alloc.h"
#include "util/rows/hist-rows.h"

static struct hist_stat *count_stats(struct hist_part *p, const struct hist_stat *stats)
{
	struct hist_stat *copy = arena__alloc(&p->arena, p->h.nr_members * sizeof(*copy));
	unsigned int m;

	for (m = 0; m < p->h.nr_members; m++)
		copy[m] = (struct hist_stat){ .period = stats[m].nr, .nr = stats[m].nr };
	return copy;
}

/* Lists stay as they are: what their numbers say is counted in the part's own sums. */
static const struct row_common *count_common(struct hist_part *p, const struct row_common *c)
{
	struct row_common *copy = arena__memdup(&p->arena, c, sizeof(*c));

	copy->self = count_stats(p, c->self);
	copy->acc = !c->acc ? NULL : c->acc == c->self ? copy->self : count_stats(p, c->acc);
	return copy;
}

static void count_sums(struct hist_part *p, const struct hists *h)
{
	size_t i;

	p->sums = xcalloc(h->nr_sums + 1, sizeof(*p->sums));
	p->nr_sums = h->nr_sums;
	for (i = 0; i < h->nr_sums; i++)
		p->sums[i] = (struct chain_sum){ h->sums[i].count, h->sums[i].count };
	p->h.sums = p->sums;
}

struct hist_part *hist_part__by_count(const struct hist *h)
{
	struct hist_part *p = hist_part__begin(h, h->nr_members);
	size_t i;

	p->h.by_count = true;
	count_sums(p, h->hists);
	for (i = 0; i < h->nr_members; i++) {
		p->h.totals[i].period = h->totals[i].nr;
		p->h.totals[i].shown_period = h->totals[i].shown_nr;
	}
	for (i = 0; i < h->nr; i++) {
		struct hist_entry *e = hist__add_row(&p->h, hist__row(h, (uint32_t)i));

		e->common = count_common(p, e->common);
		e->shared = false;
	}
	hist__sort(&p->h);
	return p;
}
