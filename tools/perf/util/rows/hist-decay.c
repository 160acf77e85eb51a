// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-decay.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/rows/hist-rows.h"

#define NEGLIGIBLE	1000000		/* what is less than such a part of all */
/* What is negligible goes each time where there are few rows, else, as all of them have to be looked up anew then, every so many times. */
#define FEW_ROWS	4096
#define CLEAN_EVERY	4

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

struct part {
	uint64_t num, den;
};

/* Without an overflow, whatever the numbers. */
static void lessen(uint64_t *v, struct part p)
{
	*v = (uint64_t)((unsigned __int128)*v * p.num / p.den);
}

static void lessen_detail(struct hist_detail *d, struct part p)
{
	size_t i;

	lessen(&d->sys, p);
	lessen(&d->us, p);
	lessen(&d->guest_sys, p);
	lessen(&d->guest_us, p);
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

/* A single sample takes a hundred times of 7/8 until nothing is left of its period, and all the time there would be a row. */
static bool is_left(const struct hist *h, const struct hist_entry *e)
{
	const struct hist_stat *s = hist_entry__stat(e);
	unsigned int i;

	for (i = 0; i < h->nr_members; i++)
		if (s[i].nr || s[i].period > h->totals[i].period / NEGLIGIBLE)
			return true;
	return false;
}

/* Is anything left of the row? If not, its chains go on elsewhere. */
static bool stays(const struct hist *h, const struct hist_entry *e)
{
	uint32_t i;

	if (is_left(h, e))
		return true;
	for (i = 0; e->common->has_list && !e->shared && i < e->common->nr_refs; i++)
		live_sums__close(h->hists, e->common->refs[i].sum);
	return false;
}

/* Of the row's chains those are left whose numbers are: @numbers, as live_sums__lessen() has returned them. */
static void shorten_list(struct row_common *c, const uint32_t *numbers)
{
	uint32_t i, nr = 0;

	/* All may have gone while the row has not: its sum lasts longer than its parts. */
	if (!c->has_list || !c->nr_refs)
		return;
	for (i = 0; i < c->nr_refs; i++) {
		uint32_t number = numbers[c->refs[i].sum];

		if (!number)
			continue;
		c->refs[nr] = c->refs[i];
		c->refs[nr++].sum = (number - 1) & INT32_MAX;
	}
	c->nr_refs = nr & INT32_MAX;
	if (nr)
		return;
	/* The first one that comes makes the list anew. */
	free(c->refs);
	c->refs = NULL;
}

/* Rows share what they have in common, and each has to be lessened once. */
static void lessen_common(const struct hist *h, struct row_common *c, struct part p)
{
	if (c->seen == h->hists->serial)
		return;
	c->seen = h->hists->serial;
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

static void lessen_hist(struct hist *h, struct part p)
{
	unsigned int m;
	size_t i;

	for (i = 0; i < h->nr; i++)
		lessen_common(h, (struct row_common *)(uintptr_t)hist__row(h, (uint32_t)i)->common, p);
	for (m = 0; m < h->nr_members; m++) {
		lessen_totals(&h->totals[m], p);
		/* Its row may be gone, and then its numbers are not lessened. */
		h->before[m] = NULL;
	}
	free(h->order);
	h->order = NULL;
}

static void shorten_lists(struct hist *h, const uint32_t *numbers)
{
	size_t i;

	for (i = 0; i < h->nr; i++) {
		struct hist_entry *e = hist__row(h, (uint32_t)i);

		/* Those that share what they have, have no list. */
		if (!e->shared)
			shorten_list((struct row_common *)(uintptr_t)e->common, numbers);
	}
}

/* Is nothing left at all of a row? */
static bool any_gone(const struct hist *h)
{
	unsigned int m;
	size_t i;

	for (i = 0; i < h->nr; i++) {
		const struct hist_stat *s = hist_entry__stat(hist__row(h, (uint32_t)i));

		for (m = 0; m < h->nr_members && !s[m].nr && !s[m].period; m++)
			;
		if (m == h->nr_members)
			return true;
	}
	return false;
}

void hists__decay(struct hists *h, uint64_t num, uint64_t den)
{
	bool cleans = ++h->nr_decays % CLEAN_EVERY == 0;
	uint32_t *numbers = NULL;
	size_t i;

	/* A number that no sample has marks what was lessened. */
	h->serial++;
	for (i = 0; i < h->nr; i++)
		lessen_hist(&h->list[i], (struct part){ num, den });
	if (live_sums__lessen(h, num, den) || cleans || h->nr_sums < FEW_ROWS)
		numbers = live_sums__drop(h);
	for (i = 0; i < h->nr; i++) {
		struct hist *hist = &h->list[i];

		if (numbers)
			shorten_lists(hist, numbers);
		if (cleans || hist->nr < FEW_ROWS || any_gone(hist))
			hist_rows__keep(hist, stays);
	}
	free(numbers);
}
