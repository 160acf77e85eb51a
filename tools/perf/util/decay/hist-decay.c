// SPDX-License-Identifier: GPL-2.0-only
#include "util/decay/hist-decay.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/decay/live-fold.h"
#include "util/decay/live-stems.h"

/* Where there are few stacks what is negligible goes each time; else once so many have come, or every so many times. */
#define FEW_STACKS	4096
#define CLEAN_EVERY	16

static void forget(struct hists *h)
{
	live_paths__forget(h->live);
}

static void finish(struct hists *h)
{
	live_chains__give(h);
}

static void exit_tree(struct hists *h)
{
	live_tree__exit(h);
}

const struct hists_decay hists_decays = {
	.size = sizeof(struct live_tree), .fold = live_fold__group, .forget = forget, .finish = finish, .stacks = live_stems__add,
	.own_stacks = live_stems__own_stacks, .nr_stacks = live_stems__nr_stacks, .any_place = live_stems__any_place, .exit = exit_tree,
};

void hists__order_now(struct hists *h)
{
	size_t i;

	hists__fold(h);
	for (i = 0; i < h->nr; i++) {
		struct hist *hist = &h->list[i];
		struct row_numbers known = hist->known;

		/* Sorting frees the table of numbers, for those who add no more. Rows stay where they are, so it still holds. */
		hist->known = (struct row_numbers){ 0 };
		hist__sort(hist);
		hist->known = known;
	}
}

void hists__order_first(struct hists *h, size_t most)
{
	size_t i;

	hists__fold(h);
	for (i = 0; i < h->nr; i++)
		hist__order_first(&h->list[i], most);
}

void hists__list_chains(struct hists *h)
{
	live_chains__give(h);
}

struct part {
	uint64_t num, den;
};

static void lessen(uint64_t *v, struct part p)
{
	*v = live__part(*v, p.num, p.den);
}

static void lessen_detail(struct hist_detail *d, struct part p)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(d->modes); i++)
		lessen(&d->modes[i], p);
	lessen(&d->latency, p);
	for (i = 0; i < ARRAY_SIZE(d->weights); i++)
		lessen(&d->weights[i], p);
}

static void lessen_stats(struct hist_stat *stats, unsigned int nr, struct part p)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		lessen(&stats[i].period, p);
		lessen(&stats[i].nr, p);
		if (stats[i].detail)
			lessen_detail(stats[i].detail, p);
	}
}

static void lessen_row(const struct hist *h, struct row_common *c, struct part p)
{
	if (c->self != h->nothing)
		lessen_stats(c->self, h->nr_members, p);
	if (c->acc && c->acc != c->self)
		lessen_stats(c->acc, h->nr_members, p);
}

/* While a period is left there are rows, and whoever shows them asks the number whether there is anything to show. */
static void lessen_totals(struct hist_totals *t, struct part p)
{
	lessen(&t->nr, p);
	lessen(&t->period, p);
	lessen(&t->latency, p);
	lessen(&t->shown_nr, p);
	lessen(&t->shown_period, p);
	lessen(&t->shown_latency, p);
	if (!t->nr && t->period)
		t->nr = 1;
	if (!t->shown_nr && t->shown_period)
		t->shown_nr = 1;
}

static bool is_nothing(const struct hist *h, const struct hist_stat *s)
{
	unsigned int m;

	for (m = 0; m < h->nr_members; m++)
		if (s[m].nr || s[m].period)
			return false;
	return true;
}

/* Returns whether there is a row of which nothing at all is left. */
static bool lessen_hist(struct hist *h, struct part p)
{
	bool any = false;
	unsigned int m;
	size_t i;

	for (i = 0; i < h->nr; i++) {
		const struct hist_entry *e = hist__row(h, (uint32_t)i);

		lessen_row(h, (struct row_common *)(uintptr_t)e->common, p);
		any |= is_nothing(h, hist_entry__stat(e));
	}
	for (m = 0; m < h->nr_members; m++)
		lessen_totals(&h->totals[m], p);
	free(h->order);
	h->order = NULL;
	return any;
}

static bool has_grown(const struct live_tree *t)
{
	size_t nr = t->nr_nodes + t->nr_leaves;

	return nr < FEW_STACKS || nr > t->settled + t->settled / 4;
}

void hists__decay(struct hists *h, uint64_t num, uint64_t den)
{
	struct live_tree *t = h->live;
	bool cleans = ++t->nr_decays % CLEAN_EVERY == 0;
	size_t i;

	live_chains__drop(h);
	live_stems__drop(t);
	for (i = 0; i < h->nr; i++)
		cleans |= lessen_hist(&h->list[i], (struct part){ num, den });
	live_tree__lessen(t, num, den);
	if (cleans || has_grown(t))
		live_tree__clean(h);
}
